;;; drive.el --- Debugs a case by dap-mode, in Emacs without a screen.
;;
;; usage: emacs --batch --load drive.el SNIPPET SUITE
;;
;; SNIPPET is the configuration of the documents, SUITE the file of the case that it names. Sets a breakpoint, goes
;; from stop to stop by the commands of dap-mode, and writes where it stands: a line for each stop, and for each expression.

(require 'cl-lib)
(package-initialize)
(setq dap-breakpoints-file (make-temp-name (expand-file-name "breakpoints" temporary-file-directory))
      dap-auto-configure-features nil
      create-lockfiles nil)

(defvar drive-patience 120 "Seconds after which something that is waited for has not come.")

(defun drive-wait (what is-there)
  (let ((end (+ (float-time) drive-patience)))
    (while (not (funcall is-there))
      (when (> (float-time) end) (error "%s never came" what))
      (accept-process-output nil 0.05))))

(defun drive-session () (dap--cur-session))

(defun drive-stop (what)
  "Waits for a stop, and writes where it is: the frame that dap-mode has chosen, and the line that it shows."
  (drive-wait what (lambda () (and (drive-session) (dap--debug-session-active-frame (drive-session)))))
  (princ (format "%s: line %d of %s, %s\n" what (line-number-at-pos) (buffer-name)
                 (gethash "name" (dap--debug-session-active-frame (drive-session))))))

(defun drive-value (expression)
  (let (value)
    (dap--send-message
     (dap--make-request "evaluate" (list :expression expression :context "repl"))
     (lambda (answer) (setq value (gethash "result" (gethash "body" answer))))
     (drive-session))
    (drive-wait expression (lambda () value))
    (princ (format "%s = %s\n" expression value))))

(defun drive-breakpoint (text)
  "Sets a breakpoint at the line of a text, as a person does who stands there."
  (goto-char (point-min))
  (search-forward text)
  (dap-breakpoint-add))

(cl-destructuring-bind (snippet suite) command-line-args-left
  (setq command-line-args-left nil)
  (load snippet nil t)
  (find-file suite)
  (drive-breakpoint "clearFaults: true")
  (dap-debug (cdr (assoc "mamconform: a case" dap-debug-template-configurations)))
  (drive-stop "launched")
  (dap-next (drive-session))
  (drive-stop "next")
  (drive-value "clock")
  (dap--step "stepBack" (drive-session))
  (drive-stop "back")
  (drive-value "apps.mail.deadline")
  (dap-continue (drive-session) (dap--debug-session-thread-id (drive-session)))
  (drive-stop "continued")
  (drive-value "clock")
  (dap-disconnect (drive-session))
  (drive-wait "the end" (lambda () (not (process-live-p (dap--debug-session-proc (drive-session))))))
  (princ "over\n"))
;;; drive.el ends here
