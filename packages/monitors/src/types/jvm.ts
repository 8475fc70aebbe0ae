/** A JVM on the agent's own machine: threads, heap, collections, classes and compiled code, without a port and without settings of the JVM. */
import type { MonitorTypeInput } from '../type.ts'
import { both, chart, computed, counter, gauge, text } from './parts.ts'

type SectionInput = MonitorTypeInput['sections'][number]

const runtime: SectionInput = {
  key: 'runtime',
  names: both(['运行时', 'Runtime']),
  request: { reader: 'runtime' },
  counters: [
    text('version', ['版本', 'Version'], ['运行环境的版本', 'Version of the runtime']),
    text('command', ['命令', 'Command'], ['主类与参数', 'Main class and arguments']),
    text(
      'lastGcCause',
      ['最近回收的原因', 'Cause of the last collection'],
      ['最近一次垃圾回收的原因', 'Why garbage was collected last'],
    ),
    gauge('liveThreads', 'count', ['线程数', 'Threads'], ['存活的线程数', 'Threads that are alive']),
    gauge(
      'daemonThreads',
      'count',
      ['守护线程', 'Daemon threads'],
      ['存活的守护线程数', 'Daemon threads that are alive'],
    ),
    gauge(
      'peakThreads',
      'count',
      ['线程峰值', 'Most threads'],
      ['自启动以来的最多线程数', 'Most threads at once since the start'],
    ),
    counter(
      'startedThreads',
      'count',
      ['启动的线程', 'Threads started'],
      ['启动过的线程数', 'Threads that were started'],
    ),
    counter(
      'loadedClasses',
      'count',
      ['加载的类', 'Classes loaded'],
      ['加载过的类数', 'Classes that were loaded'],
    ),
    counter(
      'unloadedClasses',
      'count',
      ['卸载的类', 'Classes unloaded'],
      ['卸载过的类数', 'Classes that were unloaded'],
    ),
    counter('gcCount', 'count', ['回收次数', 'Collections'], ['垃圾回收的次数', 'Garbage collections']),
    counter(
      'gcSeconds',
      's',
      ['回收时间', 'Collection time'],
      ['垃圾回收的时间', 'Time of garbage collections'],
      { role: 'saturation' },
    ),
    counter(
      'safepoints',
      'count',
      ['安全点', 'Safepoints'],
      ['所有线程停止的次数', 'Times that all threads were stopped'],
    ),
    counter(
      'safepointSeconds',
      's',
      ['安全点时间', 'Safepoint time'],
      ['所有线程停止的时间', 'Time in which all threads were stopped'],
      { role: 'saturation' },
    ),
    counter(
      'safepointSyncSeconds',
      's',
      ['进入安全点时间', 'Time to safepoint'],
      ['等待所有线程停止的时间', 'Time until all threads had stopped'],
    ),
    counter(
      'compileSeconds',
      's',
      ['编译时间', 'Compile time'],
      ['即时编译的时间', 'Time of compiling at run time'],
    ),
  ],
  computed: [
    computed(
      'gcPercent',
      '100 * gcSeconds',
      '%',
      ['回收时间占比', 'Share of collection time'],
      ['区间内垃圾回收所占的时间', 'Share of the interval spent in collections'],
      { role: 'saturation', capacity: 100 },
    ),
    computed(
      'gcMeanMs',
      '1000 * gcSeconds / gcCount',
      'ms',
      ['平均回收时间', 'Mean collection'],
      ['区间内每次回收的时间', 'Time per collection in the interval'],
    ),
  ],
}

const process: SectionInput = {
  key: 'process',
  names: both(['进程', 'Process']),
  request: { reader: 'process' },
  answersAvailability: true,
  counters: [
    gauge('uptimeSeconds', 's', ['运行时间', 'Uptime'], ['自启动以来的时间', 'Time since the start']),
    counter(
      'cpuUserSeconds',
      's',
      ['用户态 CPU', 'User CPU'],
      ['进程在用户态使用的 CPU 时间', 'Processor time of the process outside the kernel'],
    ),
    counter(
      'cpuSystemSeconds',
      's',
      ['系统态 CPU', 'System CPU'],
      ['进程在内核态使用的 CPU 时间', 'Processor time of the process in the kernel'],
    ),
    gauge('processors', 'count', ['处理器数', 'Processors'], ['机器的处理器数', 'Processors of the machine']),
    gauge(
      'residentBytes',
      'bytes',
      ['常驻内存', 'Resident memory'],
      ['操作系统看到的进程常驻内存', 'Memory of the process as the operating system sees it'],
    ),
    gauge(
      'osThreads',
      'count',
      ['系统线程', 'System threads'],
      ['包括虚拟机自身的线程', 'Threads, those of the virtual machine itself included'],
    ),
    gauge(
      'openFiles',
      'count',
      ['打开的文件', 'Open files'],
      ['打开的文件与连接数', 'Files and connections that are open'],
      { role: 'utilisation', nature: 'held', capacity: 'maxOpenFiles' },
    ),
    gauge(
      'maxOpenFiles',
      'count',
      ['文件上限', 'File limit'],
      ['允许打开的文件数', 'Files that may be open'],
    ),
    counter(
      'readBytes',
      'bytes',
      ['读磁盘', 'Bytes read from disk'],
      ['从磁盘读取的字节', 'Bytes read from disk'],
    ),
    counter(
      'writtenBytes',
      'bytes',
      ['写磁盘', 'Bytes written to disk'],
      ['写入磁盘的字节', 'Bytes written to disk'],
    ),
    counter(
      'majorFaults',
      'count',
      ['主缺页', 'Major page faults'],
      ['需要读磁盘的缺页次数', 'Page faults that needed a disk'],
    ),
  ],
  computed: [
    computed(
      'cpuPercent',
      '100 * (cpuUserSeconds + cpuSystemSeconds) / processors',
      '%',
      ['CPU 使用率', 'CPU'],
      ['占全部处理器的比例', 'Share of all processors'],
      { role: 'utilisation', nature: 'busy', capacity: 100 },
    ),
  ],
}

const heap: SectionInput = {
  key: 'heap',
  names: both(['堆', 'Heap']),
  request: { reader: 'heap' },
  cadenceMs: 5_000,
  counters: [
    gauge(
      'usedBytes',
      'bytes',
      ['已用堆', 'Heap used'],
      ['对象占用的堆内存，包括尚未回收的', 'Heap memory of objects, garbage included'],
      { role: 'utilisation', nature: 'space', queue: 'runtime.gcSeconds', capacity: 'maxBytes' },
    ),
    gauge(
      'committedBytes',
      'bytes',
      ['已提交堆', 'Heap committed'],
      ['向操作系统申请到的堆内存', 'Heap memory taken from the operating system'],
    ),
    gauge(
      'maxBytes',
      'bytes',
      ['堆上限', 'Heap limit'],
      ['堆的最大内存', 'Most memory that the heap can have'],
    ),
    gauge(
      'metaspaceUsedBytes',
      'bytes',
      ['已用元空间', 'Metaspace used'],
      ['类的元数据占用的内存', 'Memory of the metadata of classes'],
    ),
    gauge(
      'metaspaceCommittedBytes',
      'bytes',
      ['已提交元空间', 'Metaspace committed'],
      ['为元空间申请到的内存', 'Memory taken for the metaspace'],
    ),
  ],
  computed: [
    computed(
      'usedPercent',
      '100 * usedBytes / maxBytes',
      '%',
      ['堆使用率', 'Heap utilisation'],
      ['已用堆占上限的比例', 'Heap used as a share of its limit'],
      { role: 'utilisation', nature: 'none', capacity: 100 },
    ),
  ],
}

const codeCache: SectionInput = {
  key: 'codeCache',
  names: both(['代码缓存', 'Code cache']),
  request: { reader: 'codeCache' },
  cadenceMs: 30_000,
  counters: [
    gauge(
      'usedBytes',
      'bytes',
      ['已用代码缓存', 'Code cache used'],
      ['编译后的代码占用的内存', 'Memory of compiled code'],
      { role: 'utilisation', nature: 'space', capacity: 'maxBytes' },
    ),
    gauge(
      'maxBytes',
      'bytes',
      ['代码缓存上限', 'Code cache limit'],
      ['编译后的代码的最大内存', 'Most memory that compiled code can have'],
    ),
  ],
}

const collectors: SectionInput = {
  key: 'collectors',
  names: both(['垃圾回收器', 'Collectors']),
  request: { reader: 'collectors' },
  rows: { labels: ['collector'], limit: 10 },
  counters: [
    counter(
      'collections',
      'count',
      ['回收次数', 'Collections'],
      ['该回收器的回收次数', 'Collections of this collector'],
    ),
    counter(
      'seconds',
      's',
      ['回收时间', 'Collection time'],
      ['该回收器的回收时间', 'Time of this collector'],
    ),
  ],
}

const pools: SectionInput = {
  key: 'pools',
  names: both(['内存池', 'Memory pools']),
  request: { reader: 'pools' },
  rows: { labels: ['pool'], limit: 20 },
  counters: [
    gauge(
      'usedBytes',
      'bytes',
      ['回收后已用', 'Used after collection'],
      ['最近一次回收后已用的内存', 'Memory used after the last collection'],
    ),
    gauge(
      'committedBytes',
      'bytes',
      ['已提交', 'Committed'],
      ['申请到的内存', 'Memory taken from the operating system'],
    ),
    gauge(
      'maxBytes',
      'bytes',
      ['上限', 'Limit'],
      ['可以使用的最大内存', 'Most memory that the pool can have'],
    ),
  ],
}

const threadStates: SectionInput = {
  key: 'threadStates',
  names: both(['线程状态', 'Thread states']),
  request: { reader: 'threadStates' },
  cadenceMs: 10_000,
  counters: [
    gauge(
      'runnable',
      'count',
      ['可运行', 'Runnable'],
      ['可运行的线程，包括在系统调用中的', 'Threads that can run, those in system calls included'],
    ),
    gauge(
      'blocked',
      'count',
      ['阻塞', 'Blocked'],
      ['等待对象监视器的线程', 'Threads that wait for the monitor of an object'],
      { role: 'saturation', nature: 'waiting' },
    ),
    gauge(
      'waiting',
      'count',
      ['等待', 'Waiting'],
      ['不限时等待的线程', 'Threads that wait without a time limit'],
    ),
    gauge(
      'timedWaiting',
      'count',
      ['限时等待', 'Timed waiting'],
      ['限时等待或休眠的线程', 'Threads that wait with a time limit, or sleep'],
    ),
    gauge('new', 'count', ['新建', 'New'], ['尚未启动的线程', 'Threads that have not started']),
    gauge('terminated', 'count', ['已结束', 'Terminated'], ['已结束的线程', 'Threads that have ended']),
    gauge(
      'deadlocked',
      'count',
      ['死锁的线程', 'Deadlocked threads'],
      ['互相等待而无法继续的线程', 'Threads that wait for each other and cannot go on'],
      { role: 'error' },
    ),
  ],
}

const threads: SectionInput = {
  key: 'threads',
  names: both(['线程', 'Threads']),
  request: { reader: 'threads', limit: 50 },
  cadenceMs: 30_000,
  rows: { labels: ['place'], limit: 50 },
  counters: [
    text('thread', ['线程', 'Thread'], ['线程的名称', 'Name of the thread']),
    text('state', ['状态', 'State'], ['线程的状态', 'State of the thread']),
    text(
      'cpuMs',
      ['CPU 时间（毫秒）', 'CPU time, ms'],
      ['自启动以来使用的 CPU 时间', 'Processor time used since its start'],
    ),
    text('frame', ['栈顶', 'Top frame'], ['正在执行的方法', 'Method that runs']),
    text(
      'waitsFor',
      ['等待的锁', 'Lock it waits for'],
      ['所等待的锁的类', 'Class of the lock that it waits for'],
    ),
    text('isDaemon', ['守护', 'Daemon'], ['是否为守护线程', 'Whether it is a daemon thread']),
  ],
}

const deadlocks: SectionInput = {
  key: 'deadlocks',
  names: both(['死锁', 'Deadlocks']),
  request: { reader: 'deadlocks' },
  cadenceMs: 30_000,
  rows: { labels: ['thread'], limit: 50 },
  counters: [
    text(
      'waitsFor',
      ['等待的锁', 'Lock it waits for'],
      ['所等待的锁的类', 'Class of the lock that it waits for'],
    ),
    text('heldBy', ['持有者', 'Held by'], ['持有该锁的线程', 'Thread that holds the lock']),
  ],
}

export const jvm: MonitorTypeInput = {
  name: 'jvm',
  version: 1,
  category: 'jvm',
  names: both(['JVM', 'JVM']),
  help: {
    zh: '由目标所在机器上的 Agent 采集；Agent 须与 Java 进程同一用户，或以 root 运行。',
    en: 'Collected by the agent on the same machine, which must run as the user of the Java process, or as root.',
  },
  triedOn: ['OpenJDK 17', 'OpenJDK 25'],
  transport: 'jvm',
  isBoundToMachine: true,
  params: [
    {
      key: 'process',
      type: 'text',
      names: both(['进程', 'Process']),
      help: both([
        '主类或 jar 的一部分、一个完整的启动参数（如 -Dcatalina.base=/opt/a），或进程号；只能匹配一个 Java 进程',
        'A part of its main class or jar, one whole argument (e.g. -Dcatalina.base=/opt/a), or its number; only one Java process may fit',
      ]),
      required: true,
    },
    {
      key: 'concurrentLocks',
      type: 'boolean',
      names: both(['查找锁对象的死锁', 'Deadlocks of lock objects']),
      help: both([
        '也查找 java.util.concurrent 锁的死锁；每次读取都遍历整个堆，堆大时会停顿',
        'Also finds deadlocks of locks of java.util.concurrent; each reading walks the whole heap, which stops a large one',
      ]),
      default: false,
    },
  ],
  sections: [runtime, process, heap, codeCache, collectors, pools, threadStates, threads, deadlocks],
  charts: [
    chart('heap', ['堆', 'Heap'], 'line', 'bytes', [
      'heap.usedBytes',
      'heap.committedBytes',
      'heap.maxBytes',
    ]),
    chart('utilisation', ['使用率', 'Utilisation'], 'line', '%', [
      'process.cpuPercent',
      'heap.usedPercent',
      'runtime.gcPercent',
    ]),
    chart('states', ['线程状态', 'Thread states'], 'area', 'count', [
      'threadStates.runnable',
      'threadStates.blocked',
      'threadStates.waiting',
      'threadStates.timedWaiting',
      'threadStates.new',
      'threadStates.terminated',
    ]),
    chart('deadlocked', ['死锁的线程', 'Deadlocked threads'], 'line', 'count', ['threadStates.deadlocked']),
    chart('threads', ['线程', 'Threads'], 'line', 'count', [
      'runtime.liveThreads',
      'runtime.daemonThreads',
      'runtime.peakThreads',
      'process.osThreads',
    ]),
    chart('collections', ['回收次数', 'Collections'], 'line', 'count/s', [
      'runtime.gcCount',
      'collectors.collections',
    ]),
    chart('pauses', ['回收与安全点时间', 'Time of collections and safepoints'], 'line', 's/s', [
      'runtime.gcSeconds',
      'collectors.seconds',
      'runtime.safepointSeconds',
      'runtime.safepointSyncSeconds',
      'runtime.compileSeconds',
    ]),
    chart('meanPause', ['平均回收时间', 'Mean collection'], 'line', 'ms', ['runtime.gcMeanMs']),
    chart('pools', ['内存池', 'Memory pools'], 'line', 'bytes', [
      'pools.usedBytes',
      'pools.committedBytes',
      'pools.maxBytes',
    ]),
    chart('metaspace', ['元空间与代码缓存', 'Metaspace and code cache'], 'line', 'bytes', [
      'heap.metaspaceUsedBytes',
      'heap.metaspaceCommittedBytes',
      'codeCache.usedBytes',
      'codeCache.maxBytes',
    ]),
    chart('memory', ['常驻内存', 'Resident memory'], 'line', 'bytes', ['process.residentBytes']),
    chart('cpu', ['CPU 时间', 'CPU time'], 'area', 's/s', [
      'process.cpuUserSeconds',
      'process.cpuSystemSeconds',
    ]),
    chart('events', ['类、线程与安全点', 'Classes, threads and safepoints'], 'line', 'count/s', [
      'runtime.loadedClasses',
      'runtime.unloadedClasses',
      'runtime.startedThreads',
      'runtime.safepoints',
      'process.majorFaults',
    ]),
    chart('files', ['打开的文件', 'Open files'], 'line', 'count', [
      'process.openFiles',
      'process.maxOpenFiles',
      'process.processors',
    ]),
    chart('disk', ['磁盘', 'Disk'], 'line', 'bytes/s', ['process.readBytes', 'process.writtenBytes']),
    chart('uptime', ['运行时间', 'Uptime'], 'line', 's', ['process.uptimeSeconds']),
  ],
  tables: [
    {
      key: 'facts',
      names: both(['概况', 'Facts']),
      section: 'runtime',
      columns: ['version', 'command', 'lastGcCause'],
    },
    {
      key: 'threads',
      names: both(['线程', 'Threads']),
      section: 'threads',
      columns: ['thread', 'state', 'cpuMs', 'frame', 'waitsFor', 'isDaemon'],
    },
    {
      key: 'deadlocks',
      names: both(['死锁', 'Deadlocks']),
      section: 'deadlocks',
      columns: ['thread', 'waitsFor', 'heldBy'],
    },
  ],
  thresholds: [
    { counter: 'heap.usedPercent', max: 95, times: 5, cycleMs: 300_000, severity: 'warning' },
    { counter: 'runtime.gcPercent', max: 20, times: 3, cycleMs: 120_000, severity: 'warning' },
    { counter: 'threadStates.deadlocked', max: 0, severity: 'critical' },
  ],
}
