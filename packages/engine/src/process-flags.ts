/** The flags of every process that runs users' scripts and regular expressions; the agent forks them with these. */

/**
 * Without text-to-code no object that a script obtains leads to code outside its context; and an expression that
 * backtracks without end continues in V8's linear engine instead of blocking all users of the worker (expressions with
 * look-around or back-references cannot).
 */
export const engineFlags: readonly string[] = [
  '--disallow-code-generation-from-strings',
  '--enable-experimental-regexp-engine-on-excessive-backtracks',
  // The path of a request crosses many small functions: a larger budget for inlining them saves about 4 % of its CPU time.
  '--max-inlined-bytecode-size=1000',
  '--max-inlined-bytecode-size-cumulative=3000',
]

/**
 * For processes that `enclose` themselves: programs, threads, native modules and the inspector are refused from the start,
 * files once the plan is open.
 */
export const permissionFlags: readonly string[] = ['--permission', '--allow-fs-read=*', '--allow-fs-write=*']
