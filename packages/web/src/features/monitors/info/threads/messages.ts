/** Texts of thread dumps, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const threadMessages = {
  'threads.title': text('线程转储', 'Thread dumps'),
  'threads.dump': text('执行线程转储', 'Dump the threads'),
  'threads.help': text(
    '列出所有线程正在执行的代码，同一线程池中调用栈相同的合并；执行时 JVM 停顿片刻。离开页面后不保留。',
    'What all threads execute now; those of a pool with the same stack are counted together. The JVM stops for a moment. Dumps are kept until the page is left.',
  ),
  'threads.failed': text('线程转储失败', 'The threads could not be dumped'),
  'threads.which': text('转储时间', 'Time of the dump'),
  'threads.view': text('显示', 'Show'),
  'threads.groups': text('线程', 'Threads'),
  'threads.changes': text('与上一次的差异', 'Difference to the one before'),
  'threads.count': text('线程数', 'Threads'),
  'threads.states': text('状态', 'States'),
  'threads.omitted': text('未列出的组', 'Groups left out'),
  'threads.deadlocked': text('{{count}} 个线程死锁', '{{count}} threads are deadlocked'),
  'threads.deadlock': text(
    '{{name}} 等待 {{heldBy}} 持有的 {{waitsFor}}',
    '{{name}} waits for {{waitsFor}}, which {{heldBy}} holds',
  ),
  'threads.pool': text('线程池', 'Pool'),
  'threads.state': text('状态', 'State'),
  'threads.waitsFor': text('等待 {{lock}}', 'waits for {{lock}}'),
  'threads.stack': text('调用栈', 'Stack'),
  'threads.cpu': text('CPU 时间', 'CPU time'),
  'threads.cpuHelp': text('自线程启动以来的合计', 'Since the start of the threads, together'),
  'threads.before': text('之前', 'Before'),
  'threads.after': text('之后', 'After'),
  'threads.same': text('未变的线程', 'Same threads'),
} as const
