/** How every process that runs users' scripts and regular expressions is started; the agent forks them with these flags. */

/**
 * Without text-to-code no object that a script gets hold of leads to code outside its context; and an expression that
 * backtracks without end goes on in V8's linear engine instead of stalling all users of the worker (expressions with
 * look-around or back-references cannot).
 */
export const engineFlags: readonly string[] = [
  '--disallow-code-generation-from-strings',
  '--enable-experimental-regexp-engine-on-excessive-backtracks',
]
