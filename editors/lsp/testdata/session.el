;; A session in Emacs 28 or later with eglot, as a person has it, after the settings of docs/editors.md: a file is opened,
;; a mistake is typed, seen and mended by its fix, a word is completed, a board renamed, the file formatted. What was seen
;; goes into a file, which the test reads.
(require 'eglot)
(require 'flymake)
(require 'json)

(setq eglot-connect-timeout 120 eglot-sync-connect 120 eglot-autoshutdown t jsonrpc-default-request-timeout 120)
(setq make-backup-files nil auto-save-default nil create-lockfiles nil)

(defvar seen nil)
(defun saw (key value) (push (cons key value) seen))

(defun tell ()
  (with-temp-file (getenv "SEEN") (insert (json-encode seen))))

;; WAIT-FOR runs what is pending until TEST gives something, and returns that.
(defun wait-for (what test)
  (let ((end (+ (float-time) 120)) (found nil))
    (while (not (setq found (funcall test)))
      (when (> (float-time) end)
        (saw 'missing what)
        (tell)
        (kill-emacs 1))
      (accept-process-output nil 0.05))
    found))

(defun mistakes ()
  (flymake-start)
  (mapcar (lambda (d) (list (cons 'line (line-number-at-pos (flymake-diagnostic-beg d)))
                            (cons 'text (buffer-substring (flymake-diagnostic-beg d) (flymake-diagnostic-end d)))
                            (cons 'said (flymake-diagnostic-text d))))
          (flymake-diagnostics)))

(defun end-of (text)
  (goto-char (point-min))
  (search-forward text))

;; eglot-ensure waits for the end of a command, and a batch has none.
(find-file "tray.puz")
(run-hooks 'post-command-hook)
(wait-for "the server" 'eglot-current-server)

;; A mistake, and its fix.
(goto-char (point-max))
(insert "puzzle \"𝟚𝟚𝟚\" pack tray with pentominos\n")
(eglot--signal-textDocument/didChange)
(saw 'mistake (wait-for "the mistake" (lambda () (seq-find (lambda (m) (string-match-p "pentominos" (alist-get 'said m))) (mistakes)))))
(end-of "with pentomino")
(let ((fix (aref (jsonrpc-request (eglot-current-server) :textDocument/codeAction
                                  (list :textDocument (eglot--TextDocumentIdentifier)
                                        :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
                                        :context '(:diagnostics [])))
                 0)))
  (saw 'fix (plist-get fix :title))
  ;; From eglot 1.16 on there is a second argument, the command that has asked for the edit.
  (apply 'eglot--apply-workspace-edit (plist-get fix :edit)
         (if (= 2 (car (func-arity 'eglot--apply-workspace-edit))) '(eglot-code-actions))))
(eglot--signal-textDocument/didChange)
(wait-for "no mistake" (lambda () (not (mistakes))))

;; A word.
(goto-char (point-max))
(insert "expect 2339 solutions up to sy")
(completion-at-point)
(saw 'completed (buffer-substring (line-beginning-position) (line-end-position)))

;; A name, from where it is used.
(end-of "pack tr")
(eglot-rename "floor")
(eglot-format-buffer)
(saw 'text (buffer-substring-no-properties (point-min) (point-max)))
(eglot--signal-textDocument/didChange)
(let ((hover (progn (end-of "pack fl") (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams)))))
  (saw 'hover (plist-get (plist-get hover :contents) :value)))

(eglot-shutdown (eglot-current-server))
(tell)
(set-buffer-modified-p nil)
(kill-emacs 0)
