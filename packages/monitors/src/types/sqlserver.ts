/** SQL Server: performance counters, sessions, waits, files, databases, tempdb, availability groups, and statements by dm_exec_query_stats. */
import type { MonitorTypeInput } from '../type.ts'
import { accountParams, both, chart, computed, counter, gauge, state, text, tlsParams } from './parts.ts'
import { performanceCounters, performanceStatement } from './sqlserver-counters.ts'

type SectionInput = MonitorTypeInput['sections'][number]

const right = { right: 'VIEW SERVER STATE', grant: 'GRANT VIEW SERVER STATE TO {user}' }

const server: SectionInput = {
  key: 'server',
  names: both(['服务器', 'Server']),
  request: {
    statements: [
      `SELECT CONVERT(nvarchar(128), SERVERPROPERTY('ProductVersion')) AS version, CONVERT(nvarchar(128), SERVERPROPERTY('Edition')) AS edition,
  @@SERVERNAME AS name, @@MAX_CONNECTIONS AS maxConnections`,
    ],
  },
  answersAvailability: true,
  counters: [
    text('version', ['版本', 'Version'], ['服务器的版本', 'Version of the server']),
    text('edition', ['版别', 'Edition'], ['服务器的版别', 'Edition of the server']),
    text('name', ['名称', 'Name'], ['服务器实例的名称', 'Name of the instance']),
    gauge(
      'maxConnections',
      'count',
      ['连接上限', 'Connection limit'],
      ['允许的最大连接数', 'Connections that are allowed'],
    ),
  ],
}

const system: SectionInput = {
  key: 'system',
  names: both(['CPU 与工作线程', 'CPU and workers']),
  request: {
    statements: [
      `/* pone monitor */ SELECT DATEDIFF(SECOND, i.sqlserver_start_time, SYSDATETIME()) AS uptime, i.cpu_count AS cpus, i.max_workers_count AS maxWorkers,
  i.process_kernel_time_ms + i.process_user_time_ms AS cpuMs, i.physical_memory_kb AS machineMemory, s.workers, s.runnable, s.pendingIo
FROM sys.dm_os_sys_info i CROSS JOIN (SELECT SUM(current_workers_count) AS workers, SUM(runnable_tasks_count) AS runnable, SUM(pending_disk_io_count) AS pendingIo
  FROM sys.dm_os_schedulers WHERE status = 'VISIBLE ONLINE') s`,
    ],
    ...right,
  },
  counters: [
    gauge('uptime', 's', ['运行时间', 'Uptime'], ['自启动以来的时间', 'Time since the start']),
    gauge('cpus', 'count', ['CPU 数', 'CPUs'], ['可用的逻辑 CPU 数', 'Logical CPUs that are there']),
    counter(
      'cpuMs',
      'ms',
      ['CPU 时间', 'CPU time'],
      ['进程使用的 CPU 时间', 'CPU time that the process used'],
    ),
    gauge(
      'machineMemory',
      'bytes',
      ['主机内存', 'Memory of the machine'],
      ['主机的物理内存', 'Physical memory of the machine'],
      { scale: 1_024 },
    ),
    gauge('workers', 'count', ['工作线程', 'Workers'], ['当前的工作线程数', 'Worker threads'], {
      role: 'utilisation',
      nature: 'held',
      capacity: 'maxWorkers',
    }),
    gauge(
      'maxWorkers',
      'count',
      ['工作线程上限', 'Worker limit'],
      ['允许的最大工作线程数', 'Worker threads that are allowed'],
    ),
    gauge(
      'runnable',
      'count',
      ['等待 CPU 的任务', 'Tasks that wait for CPU'],
      ['可以运行但在等待 CPU 的任务', 'Tasks that could run, and wait for a CPU'],
      { role: 'saturation' },
    ),
    gauge(
      'pendingIo',
      'count',
      ['等待的 I/O', 'I/O waited for'],
      ['尚未完成的磁盘请求', 'Requests to disks that are not finished'],
      { role: 'saturation' },
    ),
  ],
  computed: [
    computed(
      'cpuPercent',
      'cpuMs / 10 / cpus',
      '%',
      ['CPU 使用率', 'CPU utilisation'],
      ['进程占全部 CPU 的比例', 'Share of all CPUs that the process uses'],
      { role: 'utilisation', nature: 'busy', queue: 'runnable', capacity: 100 },
    ),
    computed(
      'workersPercent',
      '100 * workers / maxWorkers',
      '%',
      ['工作线程使用率', 'Worker utilisation'],
      ['工作线程占上限的比例', 'Worker threads as a share of their limit'],
      { role: 'utilisation', nature: 'none', capacity: 100 },
    ),
  ],
}

const performance: SectionInput = {
  key: 'performance',
  names: both(['性能计数器', 'Performance counters']),
  request: { statements: [performanceStatement], answer: 'pairs', ...right },
  counters: [...performanceCounters],
  computed: [
    computed(
      'hitRatio',
      '100 * bufferHits / bufferTries',
      '%',
      ['缓冲命中率', 'Buffer hit ratio'],
      ['区间内在缓冲池中的页的比例', 'Share of pages in the interval found in the buffer pool'],
      { capacity: 100 },
    ),
    computed(
      'recompilationPercent',
      '100 * recompilations / compilations',
      '%',
      ['重编译比例', 'Share of recompilations'],
      ['区间内重编译占编译的比例', 'Recompilations in the interval as a share of compilations'],
    ),
    computed(
      'lockWaitAverageMs',
      'lockWaitMs / lockWaits',
      'ms',
      ['平均锁等待', 'Average lock wait'],
      ['区间内每次锁等待的时间', 'Time per wait for a lock in the interval'],
    ),
    computed(
      'memoryPercent',
      '100 * memory / targetMemory',
      '%',
      ['内存使用率', 'Memory utilisation'],
      ['服务器内存占目标的比例', 'Memory of the server as a share of its target'],
      { capacity: 100 },
    ),
  ],
}

const activity: SectionInput = {
  key: 'activity',
  names: both(['会话', 'Sessions']),
  request: {
    statements: [
      `/* pone monitor */ SELECT COUNT(*) AS sessions, SUM(CASE WHEN s.status = 'running' THEN 1 ELSE 0 END) AS running,
  SUM(CASE WHEN s.status = 'sleeping' THEN 1 ELSE 0 END) AS sleeping,
  SUM(CASE WHEN s.status = 'sleeping' AND s.open_transaction_count > 0 THEN 1 ELSE 0 END) AS idleInTransaction,
  SUM(CASE WHEN r.blocking_session_id <> 0 THEN 1 ELSE 0 END) AS blocked,
  COALESCE(MAX(r.total_elapsed_time), 0) / 1000.0 AS longestRequestSeconds,
  COALESCE((SELECT MAX(DATEDIFF(SECOND, t.transaction_begin_time, GETDATE())) FROM sys.dm_tran_active_transactions t
    JOIN sys.dm_tran_session_transactions o ON o.transaction_id = t.transaction_id WHERE o.is_user_transaction = 1), 0) AS longestTransactionSeconds
FROM sys.dm_exec_sessions s LEFT JOIN sys.dm_exec_requests r ON r.session_id = s.session_id
WHERE s.is_user_process = 1 AND s.session_id <> @@SPID`,
    ],
    ...right,
  },
  counters: [
    gauge(
      'sessions',
      'count',
      ['会话数', 'Sessions'],
      ['客户端会话数，不含监控自己的', 'Sessions of clients, without that of the monitor'],
    ),
    gauge('running', 'count', ['运行', 'Running'], ['正在执行请求的会话', 'Sessions that run a request'], {
      timeOf: 'database',
    }),
    gauge('sleeping', 'count', ['空闲', 'Idle'], ['等待客户端的会话', 'Sessions that wait for their client']),
    gauge(
      'idleInTransaction',
      'count',
      ['事务中空闲', 'Idle in transaction'],
      ['在打开的事务中等待客户端的会话', 'Sessions that wait for their client within a transaction'],
    ),
    gauge(
      'blocked',
      'count',
      ['被阻塞', 'Blocked'],
      ['等待其他会话的请求', 'Requests that wait for another session'],
      { role: 'saturation', nature: 'waiting' },
    ),
    gauge(
      'longestRequestSeconds',
      's',
      ['最长请求', 'Longest request'],
      ['最早开始的请求的时间', 'Age of the oldest request that runs'],
    ),
    gauge(
      'longestTransactionSeconds',
      's',
      ['最长事务', 'Longest transaction'],
      ['最早开始的打开事务的时间', 'Age of the oldest open transaction'],
    ),
  ],
}

/** Patterns of the types of each class, as the query store of the product sorts them. */
const waitClasses: readonly (readonly [name: string, ...patterns: string[]])[] = [
  ['CPU', 'SOS[_]SCHEDULER[_]YIELD'],
  ['Worker thread', 'THREADPOOL'],
  ['Lock', 'LCK[_]M[_]%'],
  ['Latch', 'LATCH[_]%'],
  ['Buffer latch', 'PAGELATCH[_]%'],
  ['Buffer I/O', 'PAGEIOLATCH[_]%'],
  ['Compilation', 'RESOURCE[_]SEMAPHORE[_]QUERY[_]COMPILE'],
  ['Log I/O', 'WRITELOG', 'LOGMGR', 'LOGBUFFER', 'LOGMGR[_]RESERVE[_]APPEND', 'LOGMGR[_]FLUSH', 'CHKPT'],
  ['Network I/O', 'ASYNC[_]NETWORK[_]IO', 'NET[_]WAITFOR[_]PACKET', 'PROXY[_]NETWORK[_]IO'],
  ['Other disk I/O', 'ASYNC[_]IO[_]COMPLETION', 'IO[_]COMPLETION', 'BACKUPIO', 'WRITE[_]COMPLETION'],
  ['Parallelism', 'CXPACKET', 'CXCONSUMER', 'CXSYNC[_]%', 'EXCHANGE', 'HT%', 'BMP%', 'BP%'],
  [
    'Memory',
    'RESOURCE[_]SEMAPHORE',
    'CMEMTHREAD',
    'CMEMPARTITIONED',
    'EE[_]PMOLOCK',
    'MEMORY[_]ALLOCATION[_]EXT',
    'RESERVED[_]MEMORY[_]ALLOCATION[_]EXT',
    'MEMORY[_]GRANT[_]UPDATE',
  ],
  ['Transaction', 'XACT%', 'DTC%', 'TRAN[_]MARKLATCH[_]%', 'MSQL[_]XACT[_]%', 'TRANSACTION[_]MUTEX'],
  ['Replication', 'HADR[_]SYNC[_]COMMIT', 'REPL[_]%', 'SE[_]REPL[_]%'],
  ['Preemptive', 'PREEMPTIVE[_]%'],
  ['Runtime of .NET', 'CLR%', 'SQLCLR%'],
]

/** Waits of workers that have nothing to do are of no class. */
const waitClass = waitClasses
  .map(
    ([name, ...patterns]) =>
      `WHEN ${patterns.map(pattern => `wait_type LIKE '${pattern}'`).join(' OR ')} THEN '${name}'`,
  )
  .join('\n  ')

const waits: SectionInput = {
  key: 'waits',
  names: both(['等待', 'Waits']),
  request: {
    statements: [
      `/* pone monitor */ SELECT class, SUM(waiting_tasks_count) AS waits, SUM(wait_time_ms) AS waitMs, SUM(signal_wait_time_ms) AS signalMs
FROM (SELECT CASE
  ${waitClass} END AS class, waiting_tasks_count, wait_time_ms, signal_wait_time_ms FROM sys.dm_os_wait_stats) w
WHERE class IS NOT NULL GROUP BY class`,
    ],
    ...right,
  },
  cadenceMs: 10_000,
  rows: { labels: ['class'], limit: 30 },
  counters: [
    counter('waits', 'count', ['等待次数', 'Waits'], ['任务等待的次数', 'Times that a task waited']),
    counter('waitMs', 'ms', ['等待时间', 'Wait time'], ['任务等待的总时间', 'Time that tasks waited'], {
      role: 'saturation',
    }),
    counter(
      'signalMs',
      'ms',
      ['等待 CPU 时间', 'Time until running'],
      ['等到之后再等待 CPU 的时间', 'Time that tasks waited for a CPU after what they waited for'],
    ),
  ],
}

const files: SectionInput = {
  key: 'files',
  names: both(['数据库文件', 'Database files']),
  request: {
    statements: [
      `/* pone monitor */ SELECT COALESCE(DB_NAME(database_id), CONVERT(nvarchar(20), database_id)) AS db, SUM(num_of_reads) AS fileReads, SUM(num_of_bytes_read) AS readBytes,
  SUM(io_stall_read_ms) AS readMs, SUM(num_of_writes) AS fileWrites, SUM(num_of_bytes_written) AS writtenBytes, SUM(io_stall_write_ms) AS writeMs,
  SUM(size_on_disk_bytes) AS bytes FROM sys.dm_io_virtual_file_stats(NULL, NULL) GROUP BY database_id`,
    ],
    ...right,
  },
  cadenceMs: 10_000,
  rows: { labels: ['db'], limit: 100 },
  counters: [
    counter('fileReads', 'count', ['读请求', 'Reads'], ['对文件的读请求数', 'Reads of files']),
    counter('readBytes', 'bytes', ['读字节', 'Bytes read'], ['从文件读取的字节', 'Bytes read from files']),
    counter('readMs', 'ms', ['读时间', 'Read time'], ['等待读请求的时间', 'Time spent waiting for reads']),
    counter('fileWrites', 'count', ['写请求', 'Writes'], ['对文件的写请求数', 'Writes to files']),
    counter(
      'writtenBytes',
      'bytes',
      ['写字节', 'Bytes written'],
      ['写到文件的字节', 'Bytes written to files'],
    ),
    counter('writeMs', 'ms', ['写时间', 'Write time'], ['等待写请求的时间', 'Time spent waiting for writes']),
    gauge('bytes', 'bytes', ['大小', 'Size'], ['文件在磁盘上的大小', 'Size of the files on disk']),
  ],
  computed: [
    computed(
      'readLatency',
      'readMs / fileReads',
      'ms',
      ['读延迟', 'Read latency'],
      ['区间内每次读请求的时间', 'Time per read in the interval'],
    ),
    computed(
      'writeLatency',
      'writeMs / fileWrites',
      'ms',
      ['写延迟', 'Write latency'],
      ['区间内每次写请求的时间', 'Time per write in the interval'],
    ),
  ],
}

const databases: SectionInput = {
  key: 'databases',
  names: both(['数据库', 'Databases']),
  request: {
    statements: [
      `/* pone monitor */ SELECT d.name AS db, d.state, d.recovery_model_desc AS recoveryModel, d.log_reuse_wait_desc AS logWaits, p.dataBytes, p.logBytes, p.logUsedBytes,
  p.databaseTransactions, p.databaseLogGrowths
FROM sys.databases d LEFT JOIN (SELECT RTRIM(instance_name) AS name,
  MAX(CASE RTRIM(counter_name) COLLATE Latin1_General_CI_AS WHEN 'data file(s) size (kb)' THEN cntr_value END) AS dataBytes,
  MAX(CASE RTRIM(counter_name) COLLATE Latin1_General_CI_AS WHEN 'log file(s) size (kb)' THEN cntr_value END) AS logBytes,
  MAX(CASE RTRIM(counter_name) COLLATE Latin1_General_CI_AS WHEN 'log file(s) used size (kb)' THEN cntr_value END) AS logUsedBytes,
  MAX(CASE RTRIM(counter_name) COLLATE Latin1_General_CI_AS WHEN 'transactions/sec' THEN cntr_value END) AS databaseTransactions,
  MAX(CASE RTRIM(counter_name) COLLATE Latin1_General_CI_AS WHEN 'log growths' THEN cntr_value END) AS databaseLogGrowths
  FROM sys.dm_os_performance_counters WHERE RTRIM(object_name) COLLATE Latin1_General_CI_AS LIKE '%:databases' GROUP BY RTRIM(instance_name)) p
ON p.name COLLATE DATABASE_DEFAULT = d.name COLLATE DATABASE_DEFAULT`,
    ],
    ...right,
  },
  cadenceMs: 10_000,
  rows: { labels: ['db'], limit: 100 },
  counters: [
    state('state', '', ['状态', 'State'], ['数据库的状态', 'State of the database'], {
      states: [
        { value: 0, texts: ['0'], names: both(['在线', 'Online']) },
        { value: 1, texts: ['1'], names: both(['还原中', 'Restoring']) },
        { value: 2, texts: ['2'], names: both(['恢复中', 'Recovering']) },
        { value: 3, texts: ['3'], names: both(['等待恢复', 'Recovery pending']) },
        { value: 4, texts: ['4'], names: both(['可疑', 'Suspect']) },
        { value: 5, texts: ['5'], names: both(['紧急', 'Emergency']) },
        { value: 6, texts: ['6'], names: both(['离线', 'Offline']) },
        { value: 7, texts: ['7', '10'], names: both(['其他', 'Other']) },
      ],
    }),
    text(
      'recoveryModel',
      ['恢复模式', 'Recovery model'],
      ['数据库的恢复模式', 'Recovery model of the database'],
    ),
    text(
      'logWaits',
      ['日志不能重用的原因', 'Log waits for'],
      ['日志空间不能重用的原因', 'Why space of the log cannot be used again'],
    ),
    gauge('dataBytes', 'bytes', ['数据文件', 'Data files'], ['数据文件的大小', 'Size of the data files'], {
      scale: 1_024,
    }),
    gauge('logBytes', 'bytes', ['日志文件', 'Log files'], ['日志文件的大小', 'Size of the log files'], {
      scale: 1_024,
    }),
    gauge(
      'logUsedBytes',
      'bytes',
      ['已用日志', 'Log in use'],
      ['日志文件中已用的大小', 'Part of the log files that is in use'],
      { scale: 1_024, role: 'utilisation', nature: 'space', capacity: 'logBytes' },
    ),
    counter(
      'databaseTransactions',
      'count',
      ['事务', 'Transactions'],
      ['数据库开始的事务数', 'Transactions begun in the database'],
      { role: 'work' },
    ),
    counter(
      'databaseLogGrowths',
      'count',
      ['日志增长', 'Log growths'],
      ['日志文件自动增长的次数', 'Times that the log file grew by itself'],
    ),
  ],
  computed: [
    computed(
      'logUsedPercent',
      '100 * logUsedBytes / logBytes',
      '%',
      ['日志使用率', 'Log utilisation'],
      ['日志文件已用的比例', 'Share of the log files that is in use'],
      { role: 'utilisation', nature: 'none', capacity: 100 },
    ),
  ],
}

const tempdb: SectionInput = {
  key: 'tempdb',
  names: both(['tempdb', 'tempdb']),
  request: {
    statements: [
      `/* pone monitor */ SELECT SUM(total_page_count) * 8192 AS tempBytes, SUM(unallocated_extent_page_count) * 8192 AS freeBytes,
  SUM(version_store_reserved_page_count) * 8192 AS versionBytes, SUM(user_object_reserved_page_count) * 8192 AS userBytes,
  SUM(internal_object_reserved_page_count) * 8192 AS internalBytes FROM tempdb.sys.dm_db_file_space_usage`,
    ],
    ...right,
  },
  cadenceMs: 30_000,
  counters: [
    gauge(
      'tempBytes',
      'bytes',
      ['大小', 'Size'],
      ['tempdb 数据文件的大小', 'Size of the data files of tempdb'],
    ),
    gauge('freeBytes', 'bytes', ['空闲', 'Free'], ['未分配的空间', 'Space that is not given out']),
    gauge(
      'versionBytes',
      'bytes',
      ['版本存储', 'Version store'],
      ['行版本占用的空间', 'Space of row versions'],
    ),
    gauge(
      'userBytes',
      'bytes',
      ['用户对象', 'User objects'],
      ['临时表等占用的空间', 'Space of temporary tables and the like'],
    ),
    gauge(
      'internalBytes',
      'bytes',
      ['内部对象', 'Internal objects'],
      ['排序与哈希等占用的空间', 'Space of sorts, hashes and the like'],
    ),
  ],
  computed: [
    computed(
      'tempUsedPercent',
      '100 * (tempBytes - freeBytes) / tempBytes',
      '%',
      ['tempdb 使用率', 'tempdb utilisation'],
      ['tempdb 已分配的比例', 'Share of tempdb that is given out'],
      { role: 'utilisation', nature: 'space', capacity: 100 },
    ),
  ],
}

const replicaColumns = (
  lag: string,
) => `/* pone monitor */ SELECT c.replica_server_name AS replica, COALESCE(DB_NAME(s.database_id), '') AS db,
  s.synchronization_state_desc AS syncState, s.synchronization_health AS health, s.log_send_queue_size AS sendQueue, s.redo_queue_size AS redoQueue,
  ${lag} AS lagSeconds
FROM sys.dm_hadr_database_replica_states s JOIN sys.dm_hadr_availability_replica_cluster_states c
  ON c.replica_id = s.replica_id AND c.group_id = s.group_id`

const replicas: SectionInput = {
  key: 'replicas',
  names: both(['可用性副本', 'Availability replicas']),
  request: {
    // The lag is known from 2016 on.
    statements: [replicaColumns('s.secondary_lag_seconds'), replicaColumns('NULL')],
    ...right,
  },
  cadenceMs: 10_000,
  rows: { labels: ['replica', 'db'], limit: 100 },
  counters: [
    text('syncState', ['同步状态', 'Synchronisation'], ['副本的同步状态', 'State of the synchronisation']),
    state('health', '', ['健康', 'Health'], ['同步的健康状态', 'Health of the synchronisation'], {
      states: [
        { value: 0, texts: ['0'], names: both(['不健康', 'Not healthy']) },
        { value: 1, texts: ['1'], names: both(['部分健康', 'Partially healthy']) },
        { value: 2, texts: ['2'], names: both(['健康', 'Healthy']) },
      ],
    }),
    gauge(
      'sendQueue',
      'bytes',
      ['待发送日志', 'Log to send'],
      ['尚未发送到副本的日志', 'Log that was not sent to the replica yet'],
      { scale: 1_024, role: 'saturation' },
    ),
    gauge(
      'redoQueue',
      'bytes',
      ['待重做日志', 'Log to redo'],
      ['副本尚未重做的日志', 'Log that the replica has not redone yet'],
      { scale: 1_024 },
    ),
    gauge(
      'lagSeconds',
      's',
      ['副本延迟', 'Replica lag'],
      ['副本落后于主副本的时间', 'How far the replica is behind the primary'],
      { role: 'saturation' },
    ),
  ],
}

/** Text of a statement inside its batch; offsets are in bytes, an end of -1 is that of the batch. */
const statementText =
  'LEFT(SUBSTRING(t.text, q.fromByte / 2 + 1, CASE WHEN q.toByte < 0 THEN 2000 ELSE (q.toByte - q.fromByte) / 2 + 1 END), 2000)'

const statements: SectionInput = {
  key: 'statements',
  names: both(['语句', 'Statements']),
  request: {
    statements: [
      `/* pone monitor */ WITH ranked AS (SELECT query_hash, sql_handle, plan_handle, statement_start_offset AS fromByte, statement_end_offset AS toByte,
  ROW_NUMBER() OVER (PARTITION BY query_hash ORDER BY total_elapsed_time DESC) AS place, SUM(execution_count) OVER (PARTITION BY query_hash) AS calls,
  SUM(total_elapsed_time) OVER (PARTITION BY query_hash) AS elapsed, MAX(max_elapsed_time) OVER (PARTITION BY query_hash) AS longest,
  SUM(total_worker_time) OVER (PARTITION BY query_hash) AS cpu, SUM(total_logical_reads) OVER (PARTITION BY query_hash) AS logicalReads,
  SUM(total_logical_writes) OVER (PARTITION BY query_hash) AS logicalWrites, SUM(total_rows) OVER (PARTITION BY query_hash) AS rowsGiven,
  MIN(creation_time) OVER (PARTITION BY query_hash) AS since, MAX(last_execution_time) OVER (PARTITION BY query_hash) AS lastRun,
  COUNT(*) OVER (PARTITION BY query_hash) AS plans FROM sys.dm_exec_query_stats)
SELECT TOP (100) CONVERT(varchar(20), q.query_hash, 1) AS queryId, COALESCE(DB_NAME(a.dbid), '') AS db, ${statementText} AS statement,
  q.calls, q.elapsed / 1000.0 AS totalMs, q.longest / 1000.0 AS maxMs, q.cpu / 1000.0 AS cpuMs, q.logicalReads, q.logicalWrites, q.rowsGiven, q.plans,
  CONVERT(varchar(23), q.since, 126) AS countedSince, CONVERT(varchar(23), q.lastRun, 126) AS lastRun
FROM ranked q OUTER APPLY sys.dm_exec_sql_text(q.sql_handle) t
OUTER APPLY (SELECT CONVERT(int, value) AS dbid FROM sys.dm_exec_plan_attributes(q.plan_handle) WHERE attribute = 'dbid') a
WHERE q.place = 1 AND COALESCE(t.text, '') NOT LIKE '%pone monitor%' ORDER BY q.elapsed DESC`,
    ],
    samples: [
      `/* pone monitor */ SELECT TOP (1) ${statementText} AS statement, '' AS db, '' AS account,
  CONVERT(varchar(140), q.plan_handle, 1) + ' ' + CONVERT(varchar(10), q.fromByte) + ' ' + CONVERT(varchar(10), q.toByte) AS [plan]
FROM (SELECT sql_handle, plan_handle, query_hash, total_elapsed_time, statement_start_offset AS fromByte, statement_end_offset AS toByte
  FROM sys.dm_exec_query_stats) q CROSS APPLY sys.dm_exec_sql_text(q.sql_handle) t
WHERE q.query_hash = CONVERT(binary(8), {queryId}, 1) ORDER BY q.total_elapsed_time DESC`,
    ],
    ...right,
  },
  cadenceMs: 30_000,
  timeoutMs: 15_000,
  rows: { labels: ['queryId', 'db'], limit: 100 },
  isTable: true,
  counters: [
    text('statement', ['语句', 'Statement'], ['不含值的语句', 'Statement without its values'], {
      masks: 'sqlserver',
    }),
    counter('calls', 'count', ['执行', 'Calls'], ['执行次数', 'Times that it ran']),
    counter('totalMs', 'ms', ['总时间', 'Total time'], ['全部执行的时间', 'Time of all calls']),
    gauge('maxMs', 'ms', ['最长', 'Longest'], ['最长一次执行的时间', 'Time of the longest call']),
    counter('cpuMs', 'ms', ['CPU 时间', 'CPU time'], ['全部执行的 CPU 时间', 'CPU time of all calls']),
    counter(
      'logicalReads',
      'count',
      ['逻辑读', 'Logical reads'],
      ['从缓冲池读取的页数', 'Pages read from the buffer pool'],
    ),
    counter(
      'logicalWrites',
      'count',
      ['逻辑写', 'Logical writes'],
      ['在缓冲池中改变的页数', 'Pages changed in the buffer pool'],
    ),
    counter('rowsGiven', 'count', ['行数', 'Rows'], ['返回的行数', 'Rows that were returned']),
    gauge('plans', 'count', ['计划数', 'Plans'], ['缓存中的执行计划数', 'Execution plans that are kept']),
    text(
      'countedSince',
      ['统计开始', 'Counted since'],
      ['最早的计划编译的时刻', 'When the oldest plan was compiled'],
    ),
    text('lastRun', ['最近执行', 'Last run'], ['最近一次执行的时刻', 'When it ran last']),
  ],
}

const requests: SectionInput = {
  key: 'requests',
  names: both(['运行中的语句', 'Running statements']),
  request: {
    statements: [
      `/* pone monitor */ SELECT TOP (50) q.session_id AS session, COALESCE(DB_NAME(q.database_id), '') AS db, s.login_name AS account, COALESCE(s.host_name, '') AS client,
  COALESCE(s.program_name, '') AS program, q.status, COALESCE(q.wait_type, '') AS waits, q.blocking_session_id AS blockedBy,
  CONVERT(decimal(18, 3), q.total_elapsed_time / 1000.0) AS seconds, ${statementText} AS statement
FROM (SELECT *, statement_start_offset AS fromByte, statement_end_offset AS toByte FROM sys.dm_exec_requests) q
JOIN sys.dm_exec_sessions s ON s.session_id = q.session_id OUTER APPLY sys.dm_exec_sql_text(q.sql_handle) t
WHERE s.is_user_process = 1 AND q.session_id <> @@SPID ORDER BY q.total_elapsed_time DESC`,
    ],
    ...right,
    numbered: true,
  },
  cadenceMs: 10_000,
  rows: { labels: ['place'], limit: 50 },
  counters: [
    text('session', ['会话', 'Session'], ['会话的编号', 'Number of the session']),
    text('db', ['数据库', 'Database'], ['使用的数据库', 'Database in use']),
    text('account', ['账号', 'Account'], ['会话的账号', 'Account of the session']),
    text('client', ['客户端', 'Client'], ['客户端的主机', 'Machine of the client']),
    text('program', ['程序', 'Program'], ['客户端的程序', 'Program of the client']),
    text('status', ['状态', 'State'], ['请求的状态', 'State of the request']),
    text('waits', ['等待', 'Waits for'], ['等待的类型', 'Type of what it waits for']),
    text('blockedBy', ['阻塞者', 'Blocked by'], ['阻塞它的会话', 'Session that it waits for']),
    text('seconds', ['时间（秒）', 'Time, s'], ['请求开始以来的时间', 'Time since the request began']),
    text('statement', ['语句', 'Statement'], ['正在执行的语句', 'Statement that runs'], {
      masks: 'sqlserver',
    }),
  ],
}

const perf = (...keys: string[]) => keys.map(key => `performance.${key}`)

const charts: MonitorTypeInput['charts'] = [
  chart(
    'work',
    ['批处理与事务', 'Batches and transactions'],
    'line',
    'count/s',
    perf('batches', 'transactions'),
  ),
  chart('cpu', ['CPU 与工作线程使用率', 'CPU and worker utilisation'], 'line', '%', [
    'system.cpuPercent',
    'system.workersPercent',
  ]),
  chart('sessions', ['会话', 'Sessions'], 'line', 'count', [
    'activity.sessions',
    'activity.running',
    'activity.sleeping',
    'activity.idleInTransaction',
    'performance.userConnections',
  ]),
  chart('blocked', ['阻塞与等待', 'Blocked and waiting'], 'line', 'count', [
    'activity.blocked',
    'performance.blockedProcesses',
    'performance.grantsPending',
    'system.runnable',
    'system.pendingIo',
  ]),
  chart('longest', ['最长的事务与请求', 'Longest transaction and request'], 'line', 's', [
    'activity.longestTransactionSeconds',
    'activity.longestRequestSeconds',
  ]),
  chart('waits', ['等待时间', 'Wait time'], 'area', 'ms/s', ['waits.waitMs']),
  chart('signalTime', ['等待 CPU 时间', 'Time until running'], 'area', 'ms/s', ['waits.signalMs']),
  chart('waitCounts', ['等待次数', 'Waits'], 'line', 'count/s', ['waits.waits']),
  chart(
    'hitRatio',
    ['命中率与比例', 'Ratios'],
    'line',
    '%',
    perf('hitRatio', 'memoryPercent', 'recompilationPercent'),
  ),
  chart('pageLife', ['页预期寿命', 'Page life expectancy'], 'line', 's', perf('pageLife')),
  chart('memory', ['内存', 'Memory'], 'line', 'bytes', [
    ...perf('memory', 'targetMemory'),
    'system.machineMemory',
  ]),
  chart(
    'grants',
    ['内存授予与活动事务', 'Memory grants and transactions'],
    'line',
    'count',
    perf('grantsOutstanding', 'activeTransactions'),
  ),
  chart(
    'pages',
    ['页', 'Pages'],
    'line',
    'count/s',
    perf('pageReads', 'pageWrites', 'lazyWrites', 'checkpointPages', 'freeListStalls'),
  ),
  chart(
    'buffers',
    ['缓冲访问', 'Buffer accesses'],
    'line',
    'count/s',
    perf('pageLookups', 'bufferHits', 'bufferTries'),
  ),
  chart('locks', ['锁', 'Locks'], 'line', 'count/s', perf('lockRequests', 'lockWaits', 'latchWaits')),
  chart('lockTime', ['锁等待时间', 'Lock wait time'], 'line', 'ms/s', perf('lockWaitMs', 'latchWaitMs')),
  chart('lockAverage', ['平均锁等待', 'Average lock wait'], 'line', 'ms', perf('lockWaitAverageMs')),
  chart(
    'problems',
    ['错误与死锁', 'Errors and deadlocks'],
    'line',
    'count/s',
    perf('errors', 'deadlocks', 'lockTimeouts', 'attentions', 'logGrowths'),
  ),
  chart(
    'statements',
    ['编译', 'Compilations'],
    'line',
    'count/s',
    perf('compilations', 'recompilations', 'logins'),
  ),
  chart(
    'access',
    ['访问方式', 'Access methods'],
    'line',
    'count/s',
    perf('fullScans', 'indexSearches', 'pageSplits', 'forwardedRecords'),
  ),
  chart(
    'temporary',
    ['临时对象', 'Temporary objects'],
    'line',
    'count/s',
    perf('temporaryTables', 'worktables', 'workfiles'),
  ),
  chart('log', ['日志', 'Log'], 'line', 'bytes/s', perf('logBytes')),
  chart('logFlushes', ['日志刷新', 'Log flushes'], 'line', 'count/s', perf('logFlushes')),
  chart('fileRequests', ['文件请求', 'File requests'], 'line', 'count/s', [
    'files.fileReads',
    'files.fileWrites',
  ]),
  chart('fileBytes', ['文件字节', 'File bytes'], 'line', 'bytes/s', [
    'files.readBytes',
    'files.writtenBytes',
  ]),
  chart('fileLatency', ['文件延迟', 'File latency'], 'line', 'ms', [
    'files.readLatency',
    'files.writeLatency',
  ]),
  chart('fileTime', ['文件等待时间', 'File wait time'], 'line', 'ms/s', ['files.readMs', 'files.writeMs']),
  chart('sizes', ['数据库大小', 'Database sizes'], 'line', 'bytes', [
    'files.bytes',
    'databases.dataBytes',
    'databases.logBytes',
    'databases.logUsedBytes',
    'tempdb.tempBytes',
  ]),
  chart('logUsed', ['日志使用率', 'Log utilisation'], 'line', '%', ['databases.logUsedPercent']),
  chart('databaseWork', ['各数据库的事务', 'Transactions by database'], 'line', 'count/s', [
    'databases.databaseTransactions',
    'databases.databaseLogGrowths',
  ]),
  chart('states', ['数据库状态', 'Database states'], 'line', '', ['databases.state']),
  chart('tempdb', ['tempdb', 'tempdb'], 'area', 'bytes', [
    'tempdb.freeBytes',
    'tempdb.versionBytes',
    'tempdb.userBytes',
    'tempdb.internalBytes',
  ]),
  chart('tempdbUsed', ['tempdb 使用率', 'tempdb utilisation'], 'line', '%', ['tempdb.tempUsedPercent']),
  chart('lag', ['副本延迟', 'Replica lag'], 'line', 's', ['replicas.lagSeconds']),
  chart('queues', ['副本队列', 'Replica queues'], 'line', 'bytes', [
    'replicas.sendQueue',
    'replicas.redoQueue',
  ]),
  chart('health', ['副本健康', 'Replica health'], 'line', '', ['replicas.health']),
  chart('workers', ['工作线程与上限', 'Workers and limits'], 'line', 'count', [
    'system.workers',
    'system.maxWorkers',
    'system.cpus',
  ]),
  chart('cpuTime', ['CPU 时间', 'CPU time'], 'line', 'ms/s', ['system.cpuMs']),
  chart('uptime', ['运行时间', 'Uptime'], 'line', 's', ['system.uptime']),
]

export const sqlserver: MonitorTypeInput = {
  name: 'sqlserver',
  version: 1,
  category: 'database',
  names: both(['SQL Server', 'SQL Server']),
  help: both([
    '登录名需要 VIEW SERVER STATE。使用 SQL Server 登录名，不支持 Windows 登录名',
    'The login needs VIEW SERVER STATE. It is a login of SQL Server, not of Windows',
  ]),
  triedOn: [],
  transport: 'sqlserver',
  params: [
    ...accountParams(1433),
    { key: 'database', type: 'text', names: both(['数据库', 'Database']), default: 'master' },
    ...tlsParams,
  ],
  sections: [
    server,
    performance,
    system,
    activity,
    waits,
    files,
    databases,
    tempdb,
    replicas,
    statements,
    requests,
  ],
  charts,
  tables: [
    {
      key: 'facts',
      names: both(['概况', 'Facts']),
      section: 'server',
      columns: ['name', 'version', 'edition', 'maxConnections'],
    },
    {
      key: 'databases',
      names: both(['数据库', 'Databases']),
      section: 'databases',
      columns: ['db', 'state', 'recoveryModel', 'logWaits', 'dataBytes', 'logBytes', 'logUsedBytes'],
    },
    {
      key: 'statements',
      names: both(['语句', 'Statements']),
      section: 'statements',
      columns: [
        'statement',
        'db',
        'calls',
        'totalMs',
        'maxMs',
        'cpuMs',
        'rowsGiven',
        'logicalReads',
        'logicalWrites',
        'plans',
        'countedSince',
        'lastRun',
      ],
    },
    {
      key: 'requests',
      names: both(['运行中的语句', 'Running statements']),
      section: 'requests',
      columns: [
        'session',
        'db',
        'account',
        'client',
        'program',
        'status',
        'waits',
        'seconds',
        'blockedBy',
        'statement',
      ],
    },
    {
      key: 'replicas',
      names: both(['可用性副本', 'Availability replicas']),
      section: 'replicas',
      columns: ['replica', 'db', 'syncState', 'health', 'sendQueue', 'redoQueue', 'lagSeconds'],
    },
  ],
  thresholds: [
    { counter: 'system.cpuPercent', max: 90, times: 3, cycleMs: 120_000, severity: 'warning' },
    { counter: 'performance.deadlocks', max: 0, severity: 'warning' },
    { counter: 'performance.grantsPending', max: 0, times: 3, cycleMs: 120_000, severity: 'warning' },
    { counter: 'activity.longestTransactionSeconds', max: 600, severity: 'warning' },
    { counter: 'databases.logUsedPercent', max: 90, times: 3, cycleMs: 120_000, severity: 'warning' },
    { counter: 'databases.state', max: 2, severity: 'critical' },
    { counter: 'tempdb.tempUsedPercent', max: 90, times: 3, cycleMs: 300_000, severity: 'warning' },
  ],
  slowOperations: [
    {
      kind: 'totals',
      section: 'statements',
      text: 'statement',
      database: 'db',
      calls: 'calls',
      totalMs: 'totalMs',
      maxMs: 'maxMs',
      rows: 'rowsGiven',
      countedSince: 'countedSince',
      hasPlan: true,
    },
  ],
}
