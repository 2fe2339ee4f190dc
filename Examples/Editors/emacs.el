;;; Flows of Usher in Emacs 29 or later, by eglot, which comes with it.

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((yaml-ts-mode yaml-mode) . ("usher" "lsp"))))

;; Starts by itself where a tenant is, and leaves other YAML files alone.
(defun usher-maybe-start ()
  "Start eglot in a file of a tenant."
  (when (and buffer-file-name
             (or (locate-dominating-file buffer-file-name "tenant.yaml")
                 (locate-dominating-file buffer-file-name "tenant.yml")))
    (eglot-ensure)))

(add-hook 'yaml-ts-mode-hook #'usher-maybe-start)
(add-hook 'yaml-mode-hook #'usher-maybe-start)
