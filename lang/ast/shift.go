package ast

import (
	"reflect"
	"sync"
)

// ShiftStatement returns a copy of a statement that stands so many bytes further on in its file.
func ShiftStatement(s Statement, by int) Statement {
	copied := shiftedCopy(reflect.ValueOf(s), by)
	return copied.Interface().(Statement)
}

// shiftedCopy copies what a value points at, and all that hangs on it.
func shiftedCopy(v reflect.Value, by int) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || v.Elem().Kind() != reflect.Struct {
			return v
		}
		to := reflect.New(v.Type().Elem())
		to.Elem().Set(v.Elem())
		shiftNode(to.Elem(), by)
		return to
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		return shiftedCopy(v.Elem(), by)
	case reflect.Slice:
		if v.Len() == 0 {
			return v
		}
		to := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			to.Index(i).Set(shiftedCopy(v.Index(i), by))
		}
		return to
	}
	return v
}

// shiftNode moves a production that nobody else has.
func shiftNode(v reflect.Value, by int) {
	f := fieldsOf(v.Type())
	n := v.FieldByIndex(f.node).Addr().Interface().(*Node)
	n.Pos.Offset += by
	n.EndPos.Offset += by
	for _, i := range f.parts {
		if part := v.Field(i); !part.IsZero() {
			part.Set(shiftedCopy(part, by))
		}
	}
}

// nodeFields says where in a production its place is, and which fields hold other productions.
type nodeFields struct {
	node  []int
	parts []int
}

var knownFields sync.Map // from types to fields

func fieldsOf(t reflect.Type) nodeFields {
	if f, ok := knownFields.Load(t); ok {
		return f.(nodeFields)
	}
	node, _ := t.FieldByName("Node")
	f := nodeFields{node: node.Index}
	for i := range t.NumField() {
		kind := t.Field(i).Type.Kind()
		if kind == reflect.Slice {
			kind = t.Field(i).Type.Elem().Kind()
		}
		if kind == reflect.Pointer || kind == reflect.Interface {
			f.parts = append(f.parts, i)
		}
	}
	knownFields.Store(t, f)
	return f
}
