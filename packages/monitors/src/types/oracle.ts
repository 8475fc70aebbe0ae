/** Oracle Database: metrics, sessions, limits, waits, tablespaces, memory, and statements by v$sqlstats. Nothing that is licensed apart is read. */
import type { MonitorTypeInput } from '../type.ts'
import { accountParams, both, chart, computed, counter, gauge, type Pair, text } from './parts.ts'

type SectionInput = MonitorTypeInput['sections'][number]

const grantOn = (...views: string[]) => ({
  right: views.map(view => view.toLowerCase().replace('v_$', 'v$')).join(', '),
  grant: views.map(view => `GRANT SELECT ON SYS.${view} TO {user}`).join(';\n'),
})

const instance: SectionInput = {
  key: 'instance',
  names: both(['实例', 'Instance']),
  request: {
    statements: [
      `SELECT (SELECT MAX(version) FROM product_component_version WHERE product LIKE 'Oracle%') AS "version",
  SYS_CONTEXT('USERENV', 'DB_UNIQUE_NAME') AS "databaseName", SYS_CONTEXT('USERENV', 'INSTANCE_NAME') AS "instanceName",
  SYS_CONTEXT('USERENV', 'CON_NAME') AS "container", SYS_CONTEXT('USERENV', 'DATABASE_ROLE') AS "databaseRole" FROM dual`,
    ],
  },
  answersAvailability: true,
  counters: [
    text('version', ['版本', 'Version'], ['数据库的版本', 'Version of the database']),
    text('databaseName', ['数据库', 'Database'], ['数据库的唯一名称', 'Unique name of the database']),
    text('instanceName', ['实例', 'Instance'], ['实例的名称', 'Name of the instance']),
    text('container', ['容器', 'Container'], ['所连接的容器', 'Container that is connected']),
    text('databaseRole', ['角色', 'Role'], ['主库或备库', 'Primary or standby']),
  ],
}

type MetricRow = readonly [name: string, key: string, unit: string, names: Pair, help: Pair, scale?: number]

/** Of the last whole minute, as the database computes them. */
const metricRows: readonly MetricRow[] = [
  [
    'User Transaction Per Sec',
    'transactions',
    'count/s',
    ['事务', 'Transactions'],
    ['每秒结束的事务数', 'Transactions that ended per second'],
  ],
  ['User Commits Per Sec', 'commits', 'count/s', ['提交', 'Commits'], ['每秒提交数', 'Commits per second']],
  [
    'User Rollbacks Per Sec',
    'rollbacks',
    'count/s',
    ['回滚', 'Rollbacks'],
    ['每秒回滚数', 'Rollbacks per second'],
  ],
  [
    'Executions Per Sec',
    'executions',
    'count/s',
    ['执行', 'Executions'],
    ['每秒执行的语句数', 'Statements that ran per second'],
  ],
  [
    'User Calls Per Sec',
    'userCalls',
    'count/s',
    ['用户调用', 'User calls'],
    ['每秒客户端调用数', 'Calls of clients per second'],
  ],
  ['Logons Per Sec', 'logons', 'count/s', ['登录', 'Logons'], ['每秒登录数', 'Logons per second']],
  [
    'Logical Reads Per Sec',
    'logicalReads',
    'count/s',
    ['逻辑读', 'Logical reads'],
    ['每秒从缓冲读取的块数', 'Blocks read from buffers per second'],
  ],
  [
    'Physical Reads Per Sec',
    'physicalReads',
    'count/s',
    ['物理读', 'Physical reads'],
    ['每秒从磁盘读取的块数', 'Blocks read from disks per second'],
  ],
  [
    'Physical Writes Per Sec',
    'physicalWrites',
    'count/s',
    ['物理写', 'Physical writes'],
    ['每秒写到磁盘的块数', 'Blocks written to disks per second'],
  ],
  [
    'Physical Read Total Bytes Per Sec',
    'readBytes',
    'bytes/s',
    ['读字节', 'Bytes read'],
    ['每秒从磁盘读取的字节', 'Bytes read from disks per second'],
  ],
  [
    'Physical Write Total Bytes Per Sec',
    'writtenBytes',
    'bytes/s',
    ['写字节', 'Bytes written'],
    ['每秒写到磁盘的字节', 'Bytes written to disks per second'],
  ],
  [
    'Redo Generated Per Sec',
    'redoBytes',
    'bytes/s',
    ['重做日志', 'Redo'],
    ['每秒产生的重做字节', 'Bytes of redo per second'],
  ],
  [
    'Network Traffic Volume Per Sec',
    'networkBytes',
    'bytes/s',
    ['网络字节', 'Network bytes'],
    ['每秒与客户端交换的字节', 'Bytes exchanged with clients per second'],
  ],
  ['Total Parse Count Per Sec', 'parses', 'count/s', ['解析', 'Parses'], ['每秒解析数', 'Parses per second']],
  [
    'Hard Parse Count Per Sec',
    'hardParses',
    'count/s',
    ['硬解析', 'Hard parses'],
    ['每秒硬解析数', 'Parses per second that made a plan'],
  ],
  [
    'Enqueue Waits Per Sec',
    'lockWaits',
    'count/s',
    ['锁等待', 'Lock waits'],
    ['每秒等待锁的次数', 'Waits for locks per second'],
  ],
  [
    'Enqueue Deadlocks Per Sec',
    'deadlocks',
    'count/s',
    ['死锁', 'Deadlocks'],
    ['每秒死锁数', 'Deadlocks per second'],
  ],
  [
    'Disk Sort Per Sec',
    'diskSorts',
    'count/s',
    ['磁盘排序', 'Sorts on disk'],
    ['每秒使用磁盘的排序数', 'Sorts per second that used disks'],
  ],
  [
    'Long Table Scans Per Sec',
    'tableScans',
    'count/s',
    ['长表扫描', 'Long table scans'],
    ['每秒大表的全扫描数', 'Full scans of large tables per second'],
  ],
  [
    'Buffer Cache Hit Ratio',
    'bufferHitRatio',
    '%',
    ['缓冲命中率', 'Buffer hit ratio'],
    ['在缓冲中找到的块的比例', 'Share of blocks found in buffers'],
  ],
  [
    'Library Cache Hit Ratio',
    'libraryHitRatio',
    '%',
    ['库缓存命中率', 'Library cache hit ratio'],
    ['在库缓存中找到的比例', 'Share found in the library cache'],
  ],
  [
    'Row Cache Hit Ratio',
    'dictionaryHitRatio',
    '%',
    ['字典缓存命中率', 'Dictionary cache hit ratio'],
    ['在字典缓存中找到的比例', 'Share found in the dictionary cache'],
  ],
  [
    'Soft Parse Ratio',
    'softParseRatio',
    '%',
    ['软解析比例', 'Share of soft parses'],
    ['不产生计划的解析的比例', 'Share of parses that made no plan'],
  ],
  [
    'Memory Sorts Ratio',
    'memorySortRatio',
    '%',
    ['内存排序比例', 'Sorts in memory'],
    ['只使用内存的排序的比例', 'Share of sorts that used memory only'],
  ],
  [
    'Host CPU Utilization (%)',
    'hostCpuPercent',
    '%',
    ['主机 CPU', 'CPU of the machine'],
    ['主机的 CPU 使用率', 'CPU utilisation of the machine'],
  ],
  [
    'Database CPU Time Ratio',
    'cpuTimePercent',
    '%',
    ['CPU 时间比例', 'Share of CPU time'],
    ['数据库时间中 CPU 的比例', 'Share of CPU in the time of the database'],
  ],
  [
    'Database Wait Time Ratio',
    'waitTimePercent',
    '%',
    ['等待时间比例', 'Share of wait time'],
    ['数据库时间中等待的比例', 'Share of waits in the time of the database'],
  ],
  [
    'Shared Pool Free %',
    'sharedPoolFreePercent',
    '%',
    ['共享池空闲', 'Shared pool, free'],
    ['共享池中空闲的比例', 'Share of the shared pool that is free'],
  ],
  [
    'Average Active Sessions',
    'activeSessions',
    'count',
    ['平均活动会话', 'Average active sessions'],
    ['平均同时工作的会话数', 'Sessions that worked at the same time, on average'],
  ],
  // In hundredths of a second.
  [
    'SQL Service Response Time',
    'responseMs',
    'ms',
    ['调用响应时间', 'Response time of calls'],
    ['每次调用的平均时间', 'Average time per call'],
    10,
  ],
  [
    'Response Time Per Txn',
    'transactionMs',
    'ms',
    ['事务时间', 'Time of transactions'],
    ['每个事务的数据库时间', 'Time of the database per transaction'],
    10,
  ],
  [
    'Average Synchronous Single-Block Read Latency',
    'readLatency',
    'ms',
    ['单块读延迟', 'Latency of single blocks'],
    ['读取一个块的平均时间', 'Average time to read one block'],
  ],
  [
    'Current Open Cursors Count',
    'openCursors',
    'count',
    ['打开的游标', 'Open cursors'],
    ['当前打开的游标数', 'Cursors that are open'],
  ],
  [
    'Temp Space Used',
    'temporaryBytes',
    'bytes',
    ['临时空间', 'Temporary space'],
    ['使用的临时空间', 'Temporary space in use'],
  ],
]

const roles: Readonly<Record<string, object>> = {
  transactions: { role: 'work' },
  executions: { role: 'work' },
  deadlocks: { role: 'error' },
  lockWaits: { role: 'saturation' },
  activeSessions: { timeOf: 'database' },
  hostCpuPercent: { role: 'utilisation', nature: 'busy', capacity: 100 },
}

const metrics: SectionInput = {
  key: 'metrics',
  names: both(['系统指标', 'System metrics']),
  request: {
    statements: [
      `SELECT /* pone monitor */ metric_name AS "name", value AS "value" FROM v$sysmetric WHERE group_id = 2
  AND metric_name IN (${metricRows.map(([name]) => `'${name}'`).join(', ')})`,
    ],
    answer: 'pairs',
    ...grantOn('V_$SYSMETRIC'),
  },
  cadenceMs: 10_000,
  counters: metricRows.map(([from, key, unit, names, help, scale]) =>
    gauge(key, unit, names, help, {
      from,
      ...(scale === undefined ? {} : { scale }),
      ...roles[key],
    }),
  ),
}

const sessions: SectionInput = {
  key: 'sessions',
  names: both(['会话', 'Sessions']),
  request: {
    statements: [
      `SELECT /* pone monitor */ COUNT(*) AS "sessions", COUNT(CASE WHEN status = 'ACTIVE' THEN 1 END) AS "active",
  COUNT(CASE WHEN status = 'INACTIVE' THEN 1 END) AS "inactive", COUNT(CASE WHEN blocking_session_status = 'VALID' THEN 1 END) AS "blocked",
  COUNT(CASE WHEN status = 'INACTIVE' AND taddr IS NOT NULL THEN 1 END) AS "idleInTransaction",
  NVL(MAX(CASE WHEN status = 'ACTIVE' THEN last_call_et END), 0) AS "longestCallSeconds",
  NVL(MAX(CASE WHEN blocking_session_status = 'VALID' THEN wait_time_micro END), 0) / 1000000 AS "longestBlockSeconds"
FROM v$session WHERE type = 'USER' AND sid <> SYS_CONTEXT('USERENV', 'SID')`,
    ],
    ...grantOn('V_$SESSION'),
  },
  counters: [
    gauge(
      'sessions',
      'count',
      ['会话数', 'Sessions'],
      ['客户端会话数，不含监控自己的', 'Sessions of clients, without that of the monitor'],
    ),
    gauge('active', 'count', ['活动', 'Active'], ['正在执行调用的会话', 'Sessions that run a call']),
    gauge('inactive', 'count', ['空闲', 'Idle'], ['等待客户端的会话', 'Sessions that wait for their client']),
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
      ['等待其他会话的会话', 'Sessions that wait for another one'],
      { role: 'saturation', nature: 'waiting' },
    ),
    gauge(
      'longestCallSeconds',
      's',
      ['最长调用', 'Longest call'],
      ['最早开始的调用的时间', 'Age of the oldest call that runs'],
    ),
    gauge(
      'longestBlockSeconds',
      's',
      ['最长阻塞', 'Longest block'],
      ['会话被阻塞的最长时间', 'Longest time that a session waits for another one'],
    ),
  ],
}

const limits: SectionInput = {
  key: 'limits',
  names: both(['资源限制', 'Limits of resources']),
  request: {
    statements: [
      `SELECT /* pone monitor */ resource_name AS "resource", current_utilization AS "inUse", max_utilization AS "mostInUse",
  CASE WHEN TRIM(limit_value) = 'UNLIMITED' THEN NULL ELSE TO_NUMBER(TRIM(limit_value)) END AS "allowed"
FROM v$resource_limit WHERE resource_name IN ('processes', 'sessions', 'transactions', 'enqueue_locks', 'parallel_max_servers')`,
    ],
    ...grantOn('V_$RESOURCE_LIMIT'),
  },
  cadenceMs: 10_000,
  rows: { labels: ['resource'], limit: 20 },
  counters: [
    gauge('inUse', 'count', ['使用', 'In use'], ['当前使用的数量', 'How many are in use'], {
      role: 'utilisation',
      nature: 'held',
      capacity: 'allowed',
    }),
    gauge(
      'mostInUse',
      'count',
      ['最高使用', 'Most in use'],
      ['启动以来的最高使用量', 'Most in use since the start'],
    ),
    gauge('allowed', 'count', ['上限', 'Limit'], ['允许的数量', 'How many are allowed']),
  ],
  computed: [
    computed(
      'usedPercent',
      '100 * inUse / allowed',
      '%',
      ['资源使用率', 'Utilisation of resources'],
      ['使用量占上限的比例', 'What is in use as a share of its limit'],
      { role: 'utilisation', nature: 'none', capacity: 100 },
    ),
  ],
}

const waits: SectionInput = {
  key: 'waits',
  names: both(['等待', 'Waits']),
  request: {
    statements: [
      `SELECT /* pone monitor */ wait_class AS "class", total_waits AS "waits", time_waited AS "waitMs" FROM v$system_wait_class WHERE wait_class <> 'Idle'`,
    ],
    ...grantOn('V_$SYSTEM_WAIT_CLASS'),
  },
  cadenceMs: 10_000,
  rows: { labels: ['class'], limit: 30 },
  counters: [
    counter('waits', 'count', ['等待次数', 'Waits'], ['会话等待的次数', 'Times that a session waited']),
    // In hundredths of a second.
    counter('waitMs', 'ms', ['等待时间', 'Wait time'], ['会话等待的总时间', 'Time that sessions waited'], {
      scale: 10,
      role: 'saturation',
    }),
  ],
}

const tablespaces: SectionInput = {
  key: 'tablespaces',
  names: both(['表空间', 'Tablespaces']),
  request: {
    statements: [
      `SELECT /* pone monitor */ m.tablespace_name AS "tablespace", m.used_space * t.block_size AS "usedBytes", m.tablespace_size * t.block_size AS "largestBytes",
  m.used_percent AS "fullPercent", t.status AS "status", t.contents AS "contents"
FROM dba_tablespace_usage_metrics m JOIN dba_tablespaces t ON t.tablespace_name = m.tablespace_name`,
    ],
    ...grantOn('DBA_TABLESPACE_USAGE_METRICS', 'DBA_TABLESPACES'),
  },
  cadenceMs: 300_000,
  timeoutMs: 30_000,
  rows: { labels: ['tablespace'], limit: 200 },
  counters: [
    gauge('usedBytes', 'bytes', ['已用', 'Used'], ['表空间已用的大小', 'Space of the tablespace in use'], {
      role: 'utilisation',
      nature: 'space',
      capacity: 'largestBytes',
    }),
    gauge(
      'largestBytes',
      'bytes',
      ['最大', 'Largest size'],
      ['自动扩展后可以达到的大小', 'Size that it can reach by growing'],
    ),
    gauge(
      'fullPercent',
      '%',
      ['使用率', 'Utilisation'],
      ['已用占最大的比例', 'Used as a share of the largest size'],
      {
        capacity: 100,
      },
    ),
    text('status', ['状态', 'State'], ['表空间的状态', 'State of the tablespace']),
    text('contents', ['内容', 'Contents'], ['永久、临时或撤销', 'Permanent, temporary or undo']),
  ],
}

const memory: SectionInput = {
  key: 'memory',
  names: both(['PGA 内存', 'PGA memory']),
  request: {
    statements: ['SELECT /* pone monitor */ name AS "name", value AS "value" FROM v$pgastat'],
    answer: 'pairs',
    ...grantOn('V_$PGASTAT'),
  },
  cadenceMs: 30_000,
  counters: [
    gauge('allocated', 'bytes', ['已分配', 'Allocated'], ['已分配的 PGA', 'PGA that is given out'], {
      from: 'total PGA allocated',
      role: 'utilisation',
      nature: 'space',
      queue: 'overAllocations',
      capacity: 'target',
    }),
    gauge('inUse', 'bytes', ['使用', 'In use'], ['正在使用的 PGA', 'PGA in use'], {
      from: 'total PGA inuse',
    }),
    gauge('target', 'bytes', ['目标', 'Target'], ['PGA 的目标大小', 'Size that is aimed at for the PGA'], {
      from: 'aggregate PGA target parameter',
    }),
    gauge(
      'most',
      'bytes',
      ['最高', 'Most'],
      ['启动以来分配最多的 PGA', 'Most PGA given out since the start'],
      {
        from: 'maximum PGA allocated',
      },
    ),
    gauge('freeable', 'bytes', ['可归还', 'Freeable'], ['可以归还系统的 PGA', 'PGA that can be given back'], {
      from: 'total freeable PGA memory',
    }),
    counter(
      'overAllocations',
      'count',
      ['超额分配', 'Over-allocations'],
      ['因目标过小而超额分配的次数', 'Times that more than the target had to be given'],
      { from: 'over allocation count', role: 'saturation' },
    ),
    counter(
      'processedBytes',
      'bytes',
      ['处理字节', 'Bytes processed'],
      ['内存密集操作处理的字节', 'Bytes that operations in memory processed'],
      { from: 'bytes processed' },
    ),
    counter(
      'extraBytes',
      'bytes',
      ['额外读写字节', 'Extra bytes'],
      ['因内存不足而额外读写的字节', 'Bytes read and written besides because memory was short'],
      { from: 'extra bytes read/written' },
    ),
    gauge(
      'hitPercent',
      '%',
      ['PGA 命中率', 'PGA hit ratio'],
      ['只在内存中处理的字节的比例', 'Share of bytes processed in memory only'],
      {
        from: 'cache hit percentage',
      },
    ),
  ],
}

const statements: SectionInput = {
  key: 'statements',
  names: both(['语句', 'Statements']),
  request: {
    statements: [
      `SELECT /* pone monitor */ sql_id AS "sqlId", sql_text AS "statement", executions AS "calls", elapsed_time / 1000 AS "totalMs", cpu_time / 1000 AS "cpuMs",
  user_io_wait_time / 1000 AS "ioMs", concurrency_wait_time / 1000 AS "lockMs", buffer_gets AS "bufferGets", disk_reads AS "diskReads", rows_processed AS "rows",
  TO_CHAR(last_active_time, 'YYYY-MM-DD"T"HH24:MI:SS') AS "lastRun"
FROM v$sqlstats WHERE sql_text NOT LIKE '%pone monitor%' AND executions > 0 ORDER BY elapsed_time DESC FETCH FIRST 100 ROWS ONLY`,
    ],
    samples: [
      `SELECT /* pone monitor */ sql_text AS "statement", sql_id AS "plan" FROM v$sqlstats WHERE sql_id = {sqlId} AND ROWNUM = 1`,
    ],
    ...grantOn('V_$SQLSTATS'),
  },
  cadenceMs: 30_000,
  timeoutMs: 15_000,
  rows: { labels: ['sqlId'], limit: 100 },
  isTable: true,
  counters: [
    text(
      'statement',
      ['语句', 'Statement'],
      ['语句的前 1000 个字符', 'First 1,000 characters of the statement'],
      {
        masks: 'oracle',
      },
    ),
    counter('calls', 'count', ['执行', 'Calls'], ['执行次数', 'Times that it ran']),
    counter('totalMs', 'ms', ['总时间', 'Total time'], ['全部执行的时间', 'Time of all calls']),
    counter('cpuMs', 'ms', ['CPU 时间', 'CPU time'], ['全部执行的 CPU 时间', 'CPU time of all calls']),
    counter('ioMs', 'ms', ['I/O 等待', 'I/O time'], ['等待磁盘的时间', 'Time spent waiting for disks']),
    counter(
      'lockMs',
      'ms',
      ['并发等待', 'Concurrency time'],
      ['等待内存中闩锁等的时间', 'Time spent waiting for latches and the like'],
    ),
    counter(
      'bufferGets',
      'count',
      ['逻辑读', 'Logical reads'],
      ['从缓冲读取的块数', 'Blocks read from buffers'],
    ),
    counter(
      'diskReads',
      'count',
      ['物理读', 'Physical reads'],
      ['从磁盘读取的块数', 'Blocks read from disks'],
    ),
    counter('rows', 'count', ['行数', 'Rows'], ['返回或影响的行数', 'Rows returned or changed']),
    text('lastRun', ['最近执行', 'Last run'], ['最近一次执行的时刻', 'When it ran last']),
  ],
}

const running: SectionInput = {
  key: 'running',
  names: both(['运行中的语句', 'Running statements']),
  request: {
    statements: [
      `SELECT /* pone monitor */ s.sid AS "sid", s.username AS "account", s.machine AS "client", s.program AS "program", s.event AS "waits",
  s.blocking_session AS "blockedBy", s.last_call_et AS "seconds", q.sql_text AS "statement"
FROM v$session s LEFT JOIN v$sqlstats q ON q.sql_id = s.sql_id
WHERE s.type = 'USER' AND s.status = 'ACTIVE' AND s.sid <> SYS_CONTEXT('USERENV', 'SID') ORDER BY s.last_call_et DESC FETCH FIRST 50 ROWS ONLY`,
    ],
    ...grantOn('V_$SESSION', 'V_$SQLSTATS'),
    numbered: true,
  },
  cadenceMs: 10_000,
  rows: { labels: ['place'], limit: 50 },
  counters: [
    text('sid', ['会话', 'Session'], ['会话的编号', 'Number of the session']),
    text('account', ['账号', 'Account'], ['会话的账号', 'Account of the session']),
    text('client', ['客户端', 'Client'], ['客户端的主机', 'Machine of the client']),
    text('program', ['程序', 'Program'], ['客户端的程序', 'Program of the client']),
    text('waits', ['等待', 'Waits for'], ['等待的事件', 'Event that it waits for']),
    text('blockedBy', ['阻塞者', 'Blocked by'], ['阻塞它的会话', 'Session that it waits for']),
    text('seconds', ['时间（秒）', 'Time, s'], ['调用开始以来的时间', 'Time since the call began']),
    text('statement', ['语句', 'Statement'], ['正在执行的语句', 'Statement that runs'], { masks: 'oracle' }),
  ],
}

const metric = (...keys: string[]) => keys.map(key => `metrics.${key}`)

const charts: MonitorTypeInput['charts'] = [
  chart(
    'work',
    ['事务与执行', 'Transactions and executions'],
    'line',
    'count/s',
    metric('transactions', 'commits', 'rollbacks', 'executions', 'userCalls'),
  ),
  chart('active', ['平均活动会话', 'Average active sessions'], 'line', 'count', metric('activeSessions')),
  chart('sessions', ['会话', 'Sessions'], 'line', 'count', [
    'sessions.sessions',
    'sessions.active',
    'sessions.inactive',
    'sessions.idleInTransaction',
    'sessions.blocked',
  ]),
  chart('longest', ['最长的调用与阻塞', 'Longest call and block'], 'line', 's', [
    'sessions.longestCallSeconds',
    'sessions.longestBlockSeconds',
  ]),
  chart('limits', ['资源使用率', 'Utilisation of resources'], 'line', '%', ['limits.usedPercent']),
  chart('resources', ['资源', 'Resources'], 'line', 'count', [
    'limits.inUse',
    'limits.mostInUse',
    'limits.allowed',
  ]),
  chart('waits', ['等待时间', 'Wait time'], 'area', 'ms/s', ['waits.waitMs']),
  chart('waitCounts', ['等待次数', 'Waits'], 'line', 'count/s', ['waits.waits']),
  chart(
    'time',
    ['CPU 与等待的比例', 'CPU and waits'],
    'line',
    '%',
    metric('hostCpuPercent', 'cpuTimePercent', 'waitTimePercent'),
  ),
  chart(
    'response',
    ['响应时间', 'Response time'],
    'line',
    'ms',
    metric('responseMs', 'transactionMs', 'readLatency'),
  ),
  chart('ratios', ['命中率', 'Hit ratios'], 'line', '%', [
    ...metric('bufferHitRatio', 'libraryHitRatio', 'dictionaryHitRatio', 'softParseRatio', 'memorySortRatio'),
    'memory.hitPercent',
  ]),
  chart('sharedPool', ['共享池空闲', 'Shared pool, free'], 'line', '%', metric('sharedPoolFreePercent')),
  chart(
    'blocks',
    ['块', 'Blocks'],
    'line',
    'count/s',
    metric('logicalReads', 'physicalReads', 'physicalWrites'),
  ),
  chart(
    'bytes',
    ['字节', 'Bytes'],
    'line',
    'bytes/s',
    metric('readBytes', 'writtenBytes', 'redoBytes', 'networkBytes'),
  ),
  chart(
    'parses',
    ['解析与登录', 'Parses and logons'],
    'line',
    'count/s',
    metric('parses', 'hardParses', 'logons'),
  ),
  chart('problems', ['锁等待与死锁', 'Lock waits and deadlocks'], 'line', 'count/s', [
    ...metric('lockWaits', 'deadlocks', 'diskSorts', 'tableScans'),
    'memory.overAllocations',
  ]),
  chart('cursors', ['打开的游标', 'Open cursors'], 'line', 'count', metric('openCursors')),
  chart('pga', ['PGA 内存', 'PGA memory'], 'line', 'bytes', [
    'memory.allocated',
    'memory.inUse',
    'memory.target',
    'memory.most',
    'memory.freeable',
  ]),
  chart('pgaBytes', ['PGA 处理字节', 'Bytes processed in the PGA'], 'line', 'bytes/s', [
    'memory.processedBytes',
    'memory.extraBytes',
  ]),
  chart('full', ['表空间使用率', 'Tablespace utilisation'], 'line', '%', ['tablespaces.fullPercent']),
  chart('space', ['表空间', 'Tablespaces'], 'line', 'bytes', [
    'tablespaces.usedBytes',
    'tablespaces.largestBytes',
    'metrics.temporaryBytes',
  ]),
]

export const oracle: MonitorTypeInput = {
  name: 'oracle',
  version: 1,
  category: 'database',
  names: both(['Oracle', 'Oracle']),
  help: both([
    '只读取不需要另行许可的视图。CDB 中请连接到要监控的容器',
    'Reads no view that is licensed apart. In a CDB, connect to the container that is to be watched',
  ]),
  triedOn: [],
  transport: 'oracle',
  params: [
    ...accountParams(1521),
    {
      key: 'target',
      type: 'select',
      names: both(['连接到', 'Connect to']),
      required: true,
      default: 'service',
      options: [
        { value: 'service', names: both(['服务名', 'Service name']) },
        { value: 'sid', names: both(['SID', 'SID']) },
      ],
    },
    {
      key: 'service',
      type: 'text',
      names: both(['服务名或 SID', 'Service name or SID']),
      help: both(['例如 ORCLPDB1', 'For example ORCLPDB1']),
      required: true,
    },
    { key: 'tls', type: 'boolean', names: both(['使用 TLS', 'Use TLS']), default: false },
    {
      key: 'wallet',
      type: 'password',
      names: both(['钱包', 'Wallet']),
      help: both([
        'ewallet.pem 的内容：证书、私钥与 CA。为空时使用 Agent 所信任的 CA。证书始终校验',
        'Content of ewallet.pem: certificate, private key, authorities. Without it, those that the agent trusts. The certificate is always verified',
      ]),
      isSecret: true,
      isMultiline: true,
      showIf: { param: 'tls', values: [true] },
    },
    {
      key: 'walletPassword',
      type: 'password',
      names: both(['钱包密码', 'Password of the wallet']),
      isSecret: true,
      showIf: { param: 'tls', values: [true] },
    },
  ],
  sections: [instance, metrics, sessions, limits, waits, tablespaces, memory, statements, running],
  charts,
  tables: [
    {
      key: 'facts',
      names: both(['概况', 'Facts']),
      section: 'instance',
      columns: ['databaseName', 'instanceName', 'container', 'databaseRole', 'version'],
    },
    {
      key: 'statements',
      names: both(['语句', 'Statements']),
      section: 'statements',
      columns: [
        'statement',
        'calls',
        'totalMs',
        'cpuMs',
        'ioMs',
        'lockMs',
        'rows',
        'bufferGets',
        'diskReads',
        'lastRun',
      ],
    },
    {
      key: 'running',
      names: both(['运行中的语句', 'Running statements']),
      section: 'running',
      columns: ['sid', 'account', 'client', 'program', 'waits', 'seconds', 'blockedBy', 'statement'],
    },
    {
      key: 'tablespaces',
      names: both(['表空间', 'Tablespaces']),
      section: 'tablespaces',
      columns: ['tablespace', 'contents', 'status', 'usedBytes', 'largestBytes', 'fullPercent'],
    },
  ],
  thresholds: [
    { counter: 'limits.usedPercent', max: 90, times: 3, cycleMs: 120_000, severity: 'warning' },
    { counter: 'tablespaces.fullPercent', max: 90, severity: 'warning' },
    { counter: 'sessions.longestBlockSeconds', max: 60, severity: 'warning' },
    { counter: 'metrics.deadlocks', max: 0, severity: 'warning' },
    { counter: 'metrics.hostCpuPercent', max: 90, times: 3, cycleMs: 180_000, severity: 'warning' },
  ],
  slowOperations: [
    {
      kind: 'totals',
      section: 'statements',
      text: 'statement',
      calls: 'calls',
      totalMs: 'totalMs',
      rows: 'rows',
      hasPlan: true,
    },
  ],
}
