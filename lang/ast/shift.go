package ast

import (
	"reflect"
	"sync"
)

// ShiftStatement returns a copy of a statement, moved by a number of bytes in its file.
func ShiftStatement(s Statement, by int) Statement {
	copied := shiftedCopy(reflect.ValueOf(s), by)
	return copied.Interface().(Statement)
}

// shiftedCopy returns a deep copy of a value, moved by a number of bytes.
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

// shiftNode moves a production in place. The caller must own it.
func shiftNode(v reflect.Value, by int) {
	f := nodeFieldsOf(v.Type())
	n := v.FieldByIndex(f.nodeIndex).Addr().Interface().(*Node)
	n.Pos.Offset += by
	n.EndPos.Offset += by
	for _, i := range f.partIndices {
		if part := v.Field(i); !part.IsZero() {
			part.Set(shiftedCopy(part, by))
		}
	}
}

// nodeFields lists, for a type of production, the field with its place and the fields that hold other productions.
type nodeFields struct {
	nodeIndex   []int
	partIndices []int
}

var knownFields sync.Map // nodeFields by type

func nodeFieldsOf(t reflect.Type) nodeFields {
	if f, ok := knownFields.Load(t); ok {
		return f.(nodeFields)
	}
	node, _ := t.FieldByName("Node")
	f := nodeFields{nodeIndex: node.Index}
	for i := range t.NumField() {
		kind := t.Field(i).Type.Kind()
		if kind == reflect.Slice {
			kind = t.Field(i).Type.Elem().Kind()
		}
		if kind == reflect.Pointer || kind == reflect.Interface {
			f.partIndices = append(f.partIndices, i)
		}
	}
	knownFields.Store(t, f)
	return f
}
