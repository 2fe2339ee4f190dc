#!/bin/sh
# Decides whether a new account is confirmed. A stand-in for development: the e-mail address says what to answer.
#   fail…@      fail      refused; an account that was just registered is taken back
#   pending…@   pending   the account waits until its link is opened; a real function would send that link by itself
#   others      success   confirmed at once
# In: the request as JSON on standard input. Out: the answer as JSON on standard output.

request=$(tr -d '[:space:]')

case $request in
  *'"email":"fail'*) status=fail ;;
  *'"email":"pending'*) status=pending ;;
  *'"email":"'*) status=success ;;
  *) status=fail ;;
esac

printf '{"status":"%s"}\n' "$status"
