package lsp

import "encoding/json"

// The types of this file are the messages of the Language Server Protocol, version 3.17, that the server uses. The
// types and their fields have the names that the protocol gives them, and its specification explains them.

type initializeParams struct {
	RootURI          string `json:"rootUri"`
	WorkspaceFolders []struct {
		URI string `json:"uri"`
	} `json:"workspaceFolders"`
	Capabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
		Window struct {
			WorkDoneProgress bool `json:"workDoneProgress"`
		} `json:"window"`
		Workspace struct {
			InlayHint, CodeLens struct {
				RefreshSupport bool `json:"refreshSupport"`
			}
			WorkspaceEdit struct {
				DocumentChanges bool `json:"documentChanges"`
			} `json:"workspaceEdit"`
		} `json:"workspace"`
	} `json:"capabilities"`
}

// workspacePaths returns the paths of the editor's workspace folders. Older editors name a single root folder instead.
func (p *initializeParams) workspacePaths() (paths []string) {
	uris := []string{p.RootURI}
	if p.WorkspaceFolders != nil {
		uris = nil
	}
	for _, f := range p.WorkspaceFolders {
		uris = append(uris, f.URI)
	}
	for _, uri := range uris {
		if path, ok := filePath(uri); ok {
			paths = append(paths, path)
		}
	}
	return paths
}

type initializeResult struct {
	Capabilities map[string]any    `json:"capabilities"`
	ServerInfo   map[string]string `json:"serverInfo"`
}

type textDocument struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
	Text    string `json:"text"`
}

type didOpenParams struct {
	TextDocument textDocument `json:"textDocument"`
}

type didChangeParams struct {
	TextDocument   textDocument `json:"textDocument"`
	ContentChanges []struct {
		Range *EditorRange `json:"range"`
		Text  string       `json:"text"`
	} `json:"contentChanges"`
}

// documentParams holds the parameters of all requests about a document. Each request sets only some of the fields.
type documentParams struct {
	TextDocument textDocument   `json:"textDocument"`
	Position     EditorPosition `json:"position"`
	Range        EditorRange    `json:"range"`
	NewName      string         `json:"newName"`

	PreviousResultID string `json:"previousResultId"`

	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

type editorDiagnostic struct {
	Range              EditorRange          `json:"range"`
	Severity           int                  `json:"severity"`
	Code               string               `json:"code"`
	Source             string               `json:"source"`
	Message            string               `json:"message"`
	Tags               []int                `json:"tags,omitempty"`
	RelatedInformation []relatedInformation `json:"relatedInformation,omitempty"`
}

type relatedInformation struct {
	Location fileLocation `json:"location"`
	Message  string       `json:"message"`
}

type publishDiagnosticsParams struct {
	URI         string             `json:"uri"`
	Version     int                `json:"version"`
	Diagnostics []editorDiagnostic `json:"diagnostics"`
}

type fileLocation struct {
	URI   string      `json:"uri"`
	Range EditorRange `json:"range"`
}

type markupContent struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type hoverResult struct {
	Contents markupContent `json:"contents"`
	Range    EditorRange   `json:"range"`
}

type textEdit struct {
	Range   EditorRange `json:"range"`
	NewText string      `json:"newText"`
}

// workspaceEdit holds text edits as a map by document, or as a list of document changes if the editor supports that.
type workspaceEdit struct {
	Changes         map[string][]textEdit `json:"changes,omitempty"`
	DocumentChanges []documentEdit        `json:"documentChanges,omitempty"`
}

type documentEdit struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version *int   `json:"version"` // null for a document that is not open
	} `json:"textDocument"`
	Edits []textEdit `json:"edits"`
}

type completionItem struct {
	Label           string         `json:"label"`
	Kind            int            `json:"kind"`
	Detail          string         `json:"detail,omitempty"`
	Documentation   *markupContent `json:"documentation,omitempty"`
	SortText        string         `json:"sortText"`
	TextEdit        textEdit       `json:"textEdit"`
	AdditionalEdits []textEdit     `json:"additionalTextEdits,omitempty"`
}

type codeAction struct {
	Title       string             `json:"title"`
	Kind        string             `json:"kind"`
	Diagnostics []editorDiagnostic `json:"diagnostics"`
	IsPreferred bool               `json:"isPreferred"`
	Edit        workspaceEdit      `json:"edit"`
}

type documentSymbol struct {
	Name           string      `json:"name"`
	Detail         string      `json:"detail,omitempty"`
	Kind           int         `json:"kind"`
	Range          EditorRange `json:"range"`
	SelectionRange EditorRange `json:"selectionRange"`
}

type foldingRange struct {
	StartLine uint32 `json:"startLine"`
	EndLine   uint32 `json:"endLine"`
	Kind      string `json:"kind,omitempty"`
}

type semanticTokens struct {
	ResultID string   `json:"resultId,omitempty"`
	Data     []uint32 `json:"data"`
}

type semanticTokensDelta struct {
	ResultID string       `json:"resultId"`
	Edits    []tokensEdit `json:"edits"`
}

type tokensEdit struct {
	Start       int      `json:"start"`
	DeleteCount int      `json:"deleteCount"`
	Data        []uint32 `json:"data"`
}

type inlayHint struct {
	Position    EditorPosition `json:"position"`
	Label       string         `json:"label"`
	Tooltip     string         `json:"tooltip,omitempty"`
	PaddingLeft bool           `json:"paddingLeft"`
}

type codeLens struct {
	Range   EditorRange `json:"range"`
	Command lensCommand `json:"command"`
}

type lensCommand struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments"`
}

type executeCommandParams struct {
	Command       string            `json:"command"`
	Arguments     []json.RawMessage `json:"arguments"`
	WorkDoneToken json.RawMessage   `json:"workDoneToken,omitempty"`
}

type progressParams struct {
	Token json.RawMessage `json:"token"`
	Value any             `json:"value,omitempty"`
}

type workDone struct {
	Kind        string `json:"kind"` // begin, report or end
	Title       string `json:"title,omitempty"`
	Message     string `json:"message,omitempty"`
	Cancellable bool   `json:"cancellable,omitempty"`
	Percentage  *int   `json:"percentage,omitempty"`
}

type showMessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}
