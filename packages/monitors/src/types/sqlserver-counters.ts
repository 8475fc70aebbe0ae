/** Performance counters of SQL Server: object, counter and instance as the server names them, in small letters. Browser-safe. */
import { type CounterInput, counter, gauge, type Pair } from './parts.ts'

interface PerformanceCounter {
  readonly object: string
  readonly name: string
  readonly instance: string
  readonly input: CounterInput
}

type Row = readonly [
  name: string,
  key: string,
  unit: string,
  names: Pair,
  help: Pair,
  more?: Partial<CounterInput>,
]

const of =
  (make: typeof gauge, object: string, instance = '') =>
  ([name, key, unit, names, help, more = {}]: Row): PerformanceCounter => ({
    object,
    name,
    instance,
    input: make(key, unit, names, help, more),
  })

const growing: readonly PerformanceCounter[] = [
  ...(
    [
      [
        'batch requests/sec',
        'batches',
        'count',
        ['批处理请求', 'Batches'],
        ['收到的批处理请求数', 'Batches of statements that were received'],
        { role: 'work' },
      ],
      [
        'sql compilations/sec',
        'compilations',
        'count',
        ['编译', 'Compilations'],
        ['语句的编译次数', 'Compilations of statements'],
      ],
      [
        'sql re-compilations/sec',
        'recompilations',
        'count',
        ['重编译', 'Recompilations'],
        ['语句的重新编译次数', 'Statements that were compiled again'],
      ],
      [
        'sql attention rate',
        'attentions',
        'count',
        ['取消请求', 'Attentions'],
        ['客户端取消或超时的请求数', 'Requests that clients cancelled or gave up'],
      ],
    ] satisfies Row[]
  ).map(of(counter, 'sql statistics')),
  ...(
    [
      ['logins/sec', 'logins', 'count', ['登录', 'Logins'], ['建立的登录数', 'Logins that were begun']],
      [
        'temp tables creation rate',
        'temporaryTables',
        'count',
        ['临时表', 'Temporary tables'],
        ['创建的临时表与表变量', 'Temporary tables and table variables that were made'],
      ],
    ] satisfies Row[]
  ).map(of(counter, 'general statistics')),
  ...(
    [
      [
        'buffer cache hit ratio',
        'bufferHits',
        'count',
        ['缓冲命中', 'Buffer hits'],
        ['在缓冲池中找到的页数', 'Pages found in the buffer pool'],
      ],
      [
        'page lookups/sec',
        'pageLookups',
        'count',
        ['页查找', 'Page lookups'],
        ['在缓冲池中查找页的次数', 'Lookups of pages in the buffer pool'],
      ],
      [
        'page reads/sec',
        'pageReads',
        'count',
        ['读页', 'Page reads'],
        ['从磁盘读取的页数', 'Pages read from disks'],
      ],
      [
        'page writes/sec',
        'pageWrites',
        'count',
        ['写页', 'Page writes'],
        ['写到磁盘的页数', 'Pages written to disks'],
      ],
      [
        'lazy writes/sec',
        'lazyWrites',
        'count',
        ['惰性写', 'Lazy writes'],
        ['因缓冲不足而写出的页数', 'Pages written because buffers were short'],
        { role: 'saturation' },
      ],
      [
        'checkpoint pages/sec',
        'checkpointPages',
        'count',
        ['检查点页', 'Checkpoint pages'],
        ['检查点写出的页数', 'Pages that checkpoints wrote'],
      ],
      [
        'free list stalls/sec',
        'freeListStalls',
        'count',
        ['等待空闲页', 'Free list stalls'],
        ['等待空闲缓冲页的请求数', 'Requests that waited for a free page'],
        { role: 'saturation' },
      ],
    ] satisfies Row[]
  ).map(of(counter, 'buffer manager')),
  ...(
    [
      [
        'lock requests/sec',
        'lockRequests',
        'count',
        ['锁请求', 'Lock requests'],
        ['请求的锁数', 'Locks that were requested'],
      ],
      [
        'lock waits/sec',
        'lockWaits',
        'count',
        ['锁等待', 'Lock waits'],
        ['需要等待的锁请求数', 'Requests of locks that had to wait'],
        { role: 'saturation' },
      ],
      [
        'lock wait time (ms)',
        'lockWaitMs',
        'ms',
        ['锁等待时间', 'Lock wait time'],
        ['等待锁的总时间', 'Time spent waiting for locks'],
      ],
      [
        'lock timeouts/sec',
        'lockTimeouts',
        'count',
        ['锁超时', 'Lock time-outs'],
        ['超时的锁请求数', 'Requests of locks that timed out'],
        { role: 'error' },
      ],
      [
        'number of deadlocks/sec',
        'deadlocks',
        'count',
        ['死锁', 'Deadlocks'],
        ['因死锁而中止的请求数', 'Requests that ended in a deadlock'],
        { role: 'error' },
      ],
    ] satisfies Row[]
  ).map(of(counter, 'locks', '_total')),
  ...(
    [
      [
        'full scans/sec',
        'fullScans',
        'count',
        ['全扫描', 'Full scans'],
        ['对表或索引的全扫描数', 'Full scans of tables or indexes'],
      ],
      [
        'index searches/sec',
        'indexSearches',
        'count',
        ['索引查找', 'Index searches'],
        ['索引查找次数', 'Searches in indexes'],
      ],
      [
        'page splits/sec',
        'pageSplits',
        'count',
        ['页拆分', 'Page splits'],
        ['索引页因溢出而拆分的次数', 'Splits of index pages that overflowed'],
      ],
      [
        'forwarded records/sec',
        'forwardedRecords',
        'count',
        ['转发记录', 'Forwarded records'],
        ['经转发指针读取的记录数', 'Records that were read by way of a pointer'],
      ],
      [
        'workfiles created/sec',
        'workfiles',
        'count',
        ['工作文件', 'Work files'],
        ['哈希操作创建的工作文件', 'Work files that hash operations made'],
      ],
      [
        'worktables created/sec',
        'worktables',
        'count',
        ['工作表', 'Work tables'],
        ['为中间结果创建的工作表', 'Work tables made for intermediate results'],
      ],
    ] satisfies Row[]
  ).map(of(counter, 'access methods')),
  ...(
    [
      [
        'latch waits/sec',
        'latchWaits',
        'count',
        ['闩锁等待', 'Latch waits'],
        ['需要等待的闩锁请求数', 'Requests of latches that had to wait'],
        { role: 'saturation' },
      ],
      [
        'total latch wait time (ms)',
        'latchWaitMs',
        'ms',
        ['闩锁等待时间', 'Latch wait time'],
        ['等待闩锁的总时间', 'Time spent waiting for latches'],
      ],
    ] satisfies Row[]
  ).map(of(counter, 'latches')),
  ...(
    [
      [
        'errors/sec',
        'errors',
        'count',
        ['错误', 'Errors'],
        ['服务器返回的错误数', 'Errors that the server gave'],
        { role: 'error' },
      ],
    ] satisfies Row[]
  ).map(of(counter, 'sql errors', '_total')),
  ...(
    [
      [
        'transactions/sec',
        'transactions',
        'count',
        ['事务', 'Transactions'],
        ['所有数据库开始的事务数', 'Transactions begun in all databases'],
        { role: 'work' },
      ],
      [
        'log flushes/sec',
        'logFlushes',
        'count',
        ['日志刷新', 'Log flushes'],
        ['日志写盘次数', 'Writes of the log to disks'],
      ],
      [
        'log bytes flushed/sec',
        'logBytes',
        'bytes',
        ['日志字节', 'Log bytes'],
        ['写盘的日志字节', 'Bytes of the log written to disks'],
      ],
      [
        'log growths',
        'logGrowths',
        'count',
        ['日志增长', 'Log growths'],
        ['日志文件自动增长的次数', 'Times that a log file grew by itself'],
      ],
    ] satisfies Row[]
  ).map(of(counter, 'databases', '_total')),
]

const present: readonly PerformanceCounter[] = [
  ...(
    [
      [
        'user connections',
        'userConnections',
        'count',
        ['用户连接', 'User connections'],
        ['当前的用户连接数', 'Connections of users'],
      ],
      [
        'processes blocked',
        'blockedProcesses',
        'count',
        ['被阻塞的进程', 'Blocked processes'],
        ['等待其他会话的进程数', 'Processes that wait for another session'],
        { role: 'saturation' },
      ],
    ] satisfies Row[]
  ).map(of(gauge, 'general statistics')),
  ...(
    [
      [
        'page life expectancy',
        'pageLife',
        's',
        ['页预期寿命', 'Page life expectancy'],
        ['页不被引用时留在缓冲池中的时间', 'Time that a page stays in the buffer pool without being used'],
      ],
    ] satisfies Row[]
  ).map(of(gauge, 'buffer manager')),
  // The base of a ratio grows with it.
  of(
    counter,
    'buffer manager',
  )([
    'buffer cache hit ratio base',
    'bufferTries',
    'count',
    ['缓冲访问', 'Buffer accesses'],
    ['访问缓冲池的页数，是命中率的分母', 'Pages looked for in the buffer pool: the base of the hit ratio'],
  ]),
  ...(
    [
      [
        'total server memory (kb)',
        'memory',
        'bytes',
        ['服务器内存', 'Server memory'],
        ['服务器使用的内存', 'Memory that the server uses'],
        {
          scale: 1_024,
          role: 'utilisation',
          nature: 'space',
          queue: 'freeListStalls',
          capacity: 'targetMemory',
        },
      ],
      [
        'target server memory (kb)',
        'targetMemory',
        'bytes',
        ['目标内存', 'Target memory'],
        ['服务器可以使用的内存', 'Memory that the server may use'],
        { scale: 1_024 },
      ],
      [
        'memory grants pending',
        'grantsPending',
        'count',
        ['等待内存授予', 'Memory grants pending'],
        ['等待工作内存的请求数', 'Requests that wait for memory to work in'],
        { role: 'saturation' },
      ],
      [
        'memory grants outstanding',
        'grantsOutstanding',
        'count',
        ['已授予内存', 'Memory grants outstanding'],
        ['已获得工作内存的请求数', 'Requests that have got memory to work in'],
      ],
    ] satisfies Row[]
  ).map(of(gauge, 'memory manager')),
  of(
    gauge,
    'databases',
    '_total',
  )([
    'active transactions',
    'activeTransactions',
    'count',
    ['活动事务', 'Active transactions'],
    ['所有数据库的活动事务数', 'Transactions that are active in all databases'],
  ]),
]

const all = [...growing, ...present]

export const performanceCounters: readonly CounterInput[] = all.map(({ input }) => input)

const names = (objects: readonly PerformanceCounter[]) =>
  objects
    .map(({ object, name, instance, input }) => `('${object}', '${name}', '${instance}', '${input.key}')`)
    .join(',\n')

/** Names and values. The object's name begins with that of the server's instance; versions write names in other letters. */
export const performanceStatement = `/* pone monitor */ SELECT n.name, p.cntr_value AS value
FROM sys.dm_os_performance_counters p JOIN (VALUES
${names(all)}
) AS n (object, counter, instance, name)
ON RTRIM(p.object_name) COLLATE Latin1_General_CI_AS LIKE '%:' + n.object
AND RTRIM(p.counter_name) COLLATE Latin1_General_CI_AS = n.counter AND RTRIM(p.instance_name) COLLATE Latin1_General_CI_AS = n.instance`
