/** MySQL and MariaDB: global status, InnoDB, replication, statements by digest, the slow log's table, and what runs now. */
import type { MonitorTypeInput } from '../type.ts'
import { accountParams, both, chart, computed, counter, flag, gauge, text, tlsParams } from './parts.ts'

type SectionInput = MonitorTypeInput['sections'][number]

const status: SectionInput = {
  key: 'status',
  names: both(['服务器状态', 'Server status']),
  request: {
    statements: ['SHOW GLOBAL STATUS'],
    answer: 'pairs',
    join: "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('max_connections', 'innodb_buffer_pool_size', 'open_files_limit', 'version', 'read_only')",
  },
  answersAvailability: true,
  counters: [
    text('version', ['版本', 'Version'], ['服务器的版本', 'Version of the server']),
    gauge('Uptime', 's', ['运行时间', 'Uptime'], ['自启动以来的时间', 'Time since the start']),
    flag(
      'read_only',
      [
        ['ON', '1'],
        ['OFF', '0'],
      ],
      ['只读', 'Read-only'],
      ['是否拒绝普通账号的写入', 'Whether writes of ordinary accounts are refused'],
    ),
    counter(
      'Questions',
      'count',
      ['客户端语句', 'Statements of clients'],
      ['客户端发送的语句数', 'Statements that clients sent'],
      { role: 'work' },
    ),
    counter(
      'Queries',
      'count',
      ['全部语句', 'All statements'],
      ['包括存储过程内部的语句数', 'Statements, those inside procedures included'],
    ),
    ...(
      [
        ['select', '查询', 'Selects'],
        ['insert', '插入', 'Inserts'],
        ['update', '更新', 'Updates'],
        ['delete', '删除', 'Deletes'],
        ['replace', '替换', 'Replaces'],
        ['commit', '提交', 'Commits'],
        ['rollback', '回滚', 'Rollbacks'],
      ] as const
    ).map(([name, zh, en]) =>
      counter(`Com_${name}`, 'count', [zh, en], [`执行的${zh}语句数`, `${en} that were run`]),
    ),
    gauge('Threads_connected', 'count', ['连接数', 'Connections'], ['打开的连接数', 'Open connections'], {
      role: 'utilisation',
      nature: 'held',
      capacity: 'max_connections',
    }),
    gauge(
      'Threads_running',
      'count',
      ['运行中的线程', 'Running threads'],
      ['正在执行语句的线程数', 'Threads that run a statement'],
      { role: 'saturation' },
    ),
    gauge(
      'Max_used_connections',
      'count',
      ['最大连接数记录', 'Most connections'],
      ['自启动以来同时打开的最多连接', 'Most connections open at once since the start'],
    ),
    gauge(
      'max_connections',
      'count',
      ['连接上限', 'Connection limit'],
      ['允许的最大连接数', 'Connections that are allowed'],
    ),
    counter(
      'Connections',
      'count',
      ['连接尝试', 'Connection attempts'],
      ['连接尝试次数，包括失败的', 'Attempts to connect, failed ones included'],
    ),
    counter(
      'Threads_created',
      'count',
      ['新建线程', 'Threads created'],
      ['为连接新建的线程数', 'Threads created for connections'],
    ),
    counter(
      'Aborted_clients',
      'count',
      ['异常断开', 'Aborted clients'],
      ['客户端未正常关闭的连接数', 'Connections that their client did not close'],
    ),
    counter(
      'Aborted_connects',
      'count',
      ['失败的连接', 'Failed connections'],
      ['连接失败的次数', 'Attempts to connect that failed'],
      { role: 'error' },
    ),
    counter(
      'Slow_queries',
      'count',
      ['慢查询', 'Slow statements'],
      ['超过慢查询时限的语句数', 'Statements that took longer than long_query_time'],
      { role: 'error' },
    ),
    counter(
      'Select_full_join',
      'count',
      ['无索引联接', 'Full joins'],
      ['没有使用索引的联接数', 'Joins without an index'],
    ),
    counter(
      'Select_scan',
      'count',
      ['全表扫描', 'Full scans'],
      ['首表全表扫描的联接数', 'Joins that read the first table whole'],
    ),
    counter(
      'Sort_merge_passes',
      'count',
      ['排序合并', 'Sort merge passes'],
      ['排序缓冲不足时的合并次数', 'Merge passes of sorts that did not fit into memory'],
    ),
    counter(
      'Created_tmp_tables',
      'count',
      ['内部临时表', 'Temporary tables'],
      ['语句建立的内部临时表数', 'Temporary tables that statements made'],
    ),
    counter(
      'Created_tmp_disk_tables',
      'count',
      ['磁盘临时表', 'Temporary tables on disk'],
      ['语句在磁盘上建立的临时表数', 'Temporary tables that statements made on disk'],
    ),
    counter(
      'Table_locks_waited',
      'count',
      ['表锁等待', 'Table lock waits'],
      ['需要等待的表锁次数', 'Table locks that had to wait'],
      { role: 'saturation' },
    ),
    counter(
      'Bytes_received',
      'bytes',
      ['接收字节', 'Bytes received'],
      ['从客户端接收的字节', 'Bytes from clients'],
    ),
    counter('Bytes_sent', 'bytes', ['发送字节', 'Bytes sent'], ['向客户端发送的字节', 'Bytes to clients']),
    gauge('Open_tables', 'count', ['打开的表', 'Open tables'], ['打开的表数', 'Tables that are open']),
    gauge(
      'Open_files',
      'count',
      ['打开的文件', 'Open files'],
      ['服务器打开的文件数', 'Files that the server has open'],
      { capacity: 'open_files_limit' },
    ),
    gauge(
      'open_files_limit',
      'count',
      ['文件上限', 'File limit'],
      ['允许打开的文件数', 'Files that may be open'],
    ),
    gauge(
      'innodb_buffer_pool_size',
      'bytes',
      ['缓冲池大小', 'Buffer pool size'],
      ['InnoDB 缓冲池的大小', 'Size of the InnoDB buffer pool'],
    ),
    gauge(
      'Innodb_buffer_pool_bytes_data',
      'bytes',
      ['缓冲池数据', 'Data in the buffer pool'],
      ['缓冲池中数据的字节', 'Bytes of data in the buffer pool'],
      { capacity: 'innodb_buffer_pool_size' },
    ),
    gauge(
      'Innodb_buffer_pool_bytes_dirty',
      'bytes',
      ['脏数据', 'Dirty data'],
      ['缓冲池中尚未写入磁盘的字节', 'Bytes in the buffer pool not written to disk yet'],
    ),
    counter(
      'Innodb_buffer_pool_read_requests',
      'count',
      ['逻辑读', 'Logical reads'],
      ['对缓冲池的读请求数', 'Read requests to the buffer pool'],
    ),
    counter(
      'Innodb_buffer_pool_reads',
      'count',
      ['物理读', 'Physical reads'],
      ['缓冲池未命中而读磁盘的次数', 'Read requests that went to disk'],
    ),
    counter(
      'Innodb_buffer_pool_wait_free',
      'count',
      ['等待空闲页', 'Waits for free pages'],
      ['等待缓冲池空闲页的次数', 'Waits for a free page of the buffer pool'],
      { role: 'saturation' },
    ),
    gauge(
      'Innodb_row_lock_current_waits',
      'count',
      ['当前行锁等待', 'Row lock waits now'],
      ['正在等待行锁的操作数', 'Operations that wait for a row lock'],
      { role: 'saturation', nature: 'waiting' },
    ),
    counter(
      'Innodb_row_lock_waits',
      'count',
      ['行锁等待', 'Row lock waits'],
      ['行锁等待的次数', 'Waits for a row lock'],
    ),
    counter(
      'Innodb_row_lock_time',
      'ms',
      ['行锁等待时间', 'Row lock wait time'],
      ['等待行锁的时间', 'Time spent waiting for row locks'],
    ),
    counter(
      'Handler_read_rnd_next',
      'count',
      ['扫描行', 'Rows scanned'],
      ['按顺序读取下一行的次数', 'Times that the next row in order was read'],
    ),
    counter(
      'Handler_write',
      'count',
      ['插入行', 'Rows inserted'],
      ['插入行的次数，包括临时表', 'Rows inserted, those of temporary tables included'],
    ),
    counter(
      'Handler_update',
      'count',
      ['更新行', 'Rows updated'],
      ['更新行的次数', 'Rows that were updated'],
    ),
    counter(
      'Handler_delete',
      'count',
      ['删除行', 'Rows deleted'],
      ['删除行的次数', 'Rows that were deleted'],
    ),
    counter(
      'Innodb_data_reads',
      'count',
      ['数据文件读', 'Data file reads'],
      ['数据文件的读次数', 'Reads of data files'],
    ),
    counter(
      'Innodb_data_writes',
      'count',
      ['数据文件写', 'Data file writes'],
      ['数据文件的写次数', 'Writes of data files'],
    ),
    counter(
      'Innodb_os_log_written',
      'bytes',
      ['重做日志', 'Redo log'],
      ['写入重做日志的字节', 'Bytes written to the redo log'],
    ),
    counter(
      'Innodb_log_waits',
      'count',
      ['日志缓冲等待', 'Log buffer waits'],
      ['因日志缓冲太小而等待的次数', 'Waits because the log buffer was full'],
      { role: 'saturation' },
    ),
  ],
  computed: [
    computed(
      'connectionsPercent',
      '100 * Threads_connected / max_connections',
      '%',
      ['连接使用率', 'Connection utilisation'],
      ['连接数占上限的比例', 'Connections as a share of their limit'],
      { role: 'utilisation', nature: 'none', capacity: 100 },
    ),
    computed(
      'statementsRunning',
      'Threads_running - 1',
      'count',
      ['执行中的语句', 'Statements at work'],
      ['正在执行语句的线程数，不含监控自己的', 'Threads that run a statement, without that of the monitor'],
      { timeOf: 'database' },
    ),
    computed(
      'bufferPoolHitRatio',
      '100 * (1 - Innodb_buffer_pool_reads / Innodb_buffer_pool_read_requests)',
      '%',
      ['缓冲池命中率', 'Buffer pool hit ratio'],
      ['区间内不读磁盘的读请求比例', 'Share of read requests in the interval that needed no disk'],
      { capacity: 100 },
    ),
    computed(
      'bufferPoolUsedPercent',
      '100 * Innodb_buffer_pool_bytes_data / innodb_buffer_pool_size',
      '%',
      ['缓冲池使用率', 'Buffer pool utilisation'],
      ['数据占缓冲池的比例', 'Share of the buffer pool that holds data'],
    ),
    computed(
      'diskTablesPercent',
      '100 * Created_tmp_disk_tables / Created_tmp_tables',
      '%',
      ['磁盘临时表比例', 'Temporary tables on disk, share'],
      ['临时表中建立在磁盘上的比例', 'Share of temporary tables that were made on disk'],
    ),
    computed(
      'rowLockMeanMs',
      'Innodb_row_lock_time / Innodb_row_lock_waits',
      'ms',
      ['平均行锁等待', 'Mean row lock wait'],
      ['区间内每次行锁等待的时间', 'Time per row lock wait in the interval'],
    ),
  ],
}

const replica: SectionInput = {
  key: 'replica',
  names: both(['复制', 'Replication']),
  request: {
    statements: ['SHOW REPLICA STATUS', 'SHOW SLAVE STATUS'],
    right: 'SHOW REPLICA STATUS',
    grant: 'GRANT REPLICATION CLIENT ON *.* TO {user}; -- MariaDB: GRANT REPLICA MONITOR ON *.* TO {user}',
    rename: {
      Seconds_Behind_Master: 'lagSeconds',
      Seconds_Behind_Source: 'lagSeconds',
      Slave_IO_Running: 'isReading',
      Replica_IO_Running: 'isReading',
      Slave_SQL_Running: 'isApplying',
      Replica_SQL_Running: 'isApplying',
      Last_Error: 'lastError',
      Master_Host: 'source',
      Source_Host: 'source',
    },
  },
  cadenceMs: 10_000,
  rows: { labels: ['source'], limit: 20 },
  counters: [
    gauge(
      'lagSeconds',
      's',
      ['复制延迟', 'Replication lag'],
      ['落后于源的时间', 'How far the replica is behind its source'],
      { role: 'saturation' },
    ),
    flag(
      'isReading',
      [['Yes'], ['No', 'Connecting']],
      ['接收线程运行', 'Receiver runs'],
      ['是否在从源接收日志', 'Whether the log of the source is received'],
    ),
    flag(
      'isApplying',
      [['Yes'], ['No']],
      ['应用线程运行', 'Applier runs'],
      ['是否在应用收到的日志', 'Whether the received log is applied'],
    ),
    text('lastError', ['最近错误', 'Last error'], ['复制的最近错误', 'Last error of the replication']),
  ],
}

const digests: SectionInput = {
  key: 'statements',
  names: both(['语句摘要', 'Statement digests']),
  request: {
    check: 'SELECT @@performance_schema',
    statements: [
      `SELECT DIGEST AS digest, COALESCE(SCHEMA_NAME, '') AS db, LEFT(DIGEST_TEXT, 2000) AS statement, COUNT_STAR AS calls,
  SUM_TIMER_WAIT / 1000000000 AS totalMs, MAX_TIMER_WAIT / 1000000000 AS maxMs, SUM_LOCK_TIME / 1000000000 AS lockMs,
  SUM_ERRORS AS errors, SUM_ROWS_SENT AS sentRows, SUM_ROWS_EXAMINED AS examinedRows, SUM_NO_INDEX_USED AS withoutIndex,
  SUM_CREATED_TMP_DISK_TABLES AS diskTables, FIRST_SEEN AS firstSeen, LAST_SEEN AS lastSeen
FROM performance_schema.events_statements_summary_by_digest AS pone_monitor
WHERE DIGEST IS NOT NULL AND DIGEST_TEXT NOT LIKE '%pone_monitor%' AND DIGEST_TEXT NOT LIKE 'SHOW %' AND DIGEST_TEXT NOT LIKE 'SET %'
ORDER BY SUM_TIMER_WAIT DESC LIMIT 100`,
    ],
    samples: [
      `SELECT QUERY_SAMPLE_TEXT AS statement, COALESCE(SCHEMA_NAME, '') AS db FROM performance_schema.events_statements_summary_by_digest AS pone_monitor
WHERE DIGEST = {digest} AND COALESCE(SCHEMA_NAME, '') = {db} AND QUERY_SAMPLE_TEXT IS NOT NULL LIMIT 1`,
      ...['events_statements_history_long', 'events_statements_history', 'events_statements_current'].map(
        table => `SELECT SQL_TEXT AS statement, COALESCE(CURRENT_SCHEMA, '') AS db FROM performance_schema.${table} AS pone_monitor
WHERE DIGEST = {digest} AND COALESCE(CURRENT_SCHEMA, '') = {db} AND SQL_TEXT IS NOT NULL ORDER BY TIMER_START DESC LIMIT 1`,
      ),
    ],
    right: 'performance_schema.events_statements_summary_by_digest',
    grant: 'GRANT SELECT ON performance_schema.* TO {user}',
    setUp: '[mysqld] performance_schema = ON',
  },
  cadenceMs: 30_000,
  rows: { labels: ['digest', 'db'], limit: 100 },
  isTable: true,
  counters: [
    text('statement', ['语句', 'Statement'], ['规范化后的语句', 'Statement without its values']),
    counter('calls', 'count', ['执行', 'Calls'], ['执行次数', 'Times that it ran']),
    counter('totalMs', 'ms', ['总时间', 'Total time'], ['全部执行的时间', 'Time of all calls']),
    gauge('maxMs', 'ms', ['最长', 'Longest'], ['最长一次执行的时间', 'Time of the longest call']),
    counter(
      'lockMs',
      'ms',
      ['锁等待', 'Lock time'],
      ['等待表锁的时间', 'Time spent waiting for table locks'],
    ),
    counter('errors', 'count', ['错误', 'Errors'], ['失败的次数', 'Calls that failed'], { role: 'error' }),
    counter('sentRows', 'count', ['返回行', 'Rows sent'], ['返回给客户端的行数', 'Rows sent to clients']),
    counter('examinedRows', 'count', ['扫描行', 'Rows examined'], ['读取的行数', 'Rows that were read']),
    counter(
      'withoutIndex',
      'count',
      ['未用索引', 'Without index'],
      ['没有使用索引的执行次数', 'Calls that used no index'],
    ),
    counter(
      'diskTables',
      'count',
      ['磁盘临时表', 'Temporary tables on disk'],
      ['建立的磁盘临时表数', 'Temporary tables made on disk'],
    ),
    text('firstSeen', ['首次执行', 'First run'], ['开始统计的时刻', 'When counting began']),
    text('lastSeen', ['最近执行', 'Last run'], ['最近一次执行的时刻', 'When it ran last']),
  ],
}

const slowLog: SectionInput = {
  key: 'slowLog',
  names: both(['慢查询日志', 'Slow log']),
  request: {
    check: "SELECT @@slow_query_log = 1 AND @@log_output LIKE '%TABLE%'",
    statements: [
      `SELECT CONCAT(start_time, ' ', thread_id) AS entry, DATE_FORMAT(CONVERT_TZ(start_time, @@session.time_zone, '+00:00'), '%Y-%m-%dT%H:%i:%s.%fZ') AS at, ROUND(TIME_TO_SEC(query_time) * 1000 + MICROSECOND(query_time) / 1000, 3) AS durationMs, db, user_host AS account,
  rows_sent AS sentRows, rows_examined AS examinedRows, LEFT(CONVERT(sql_text USING utf8mb4), 2000) AS statement
FROM mysql.slow_log AS pone_monitor WHERE start_time > NOW() - INTERVAL 1 DAY ORDER BY start_time DESC LIMIT 100`,
    ],
    samples: [
      `SELECT CONVERT(sql_text USING utf8mb4) AS statement, db FROM mysql.slow_log AS pone_monitor WHERE CONCAT(start_time, ' ', thread_id) = {entry} LIMIT 1`,
    ],
    right: 'mysql.slow_log',
    grant: 'GRANT SELECT ON mysql.slow_log TO {user}',
    setUp: "SET GLOBAL slow_query_log = ON; SET GLOBAL log_output = 'TABLE'",
  },
  cadenceMs: 60_000,
  rows: { labels: ['entry'], limit: 100 },
  isTable: true,
  counters: [
    text('at', ['时间', 'Time'], ['语句开始的时刻', 'When the statement began']),
    text('durationMs', ['耗时（毫秒）', 'Duration, ms'], ['语句执行的时间', 'How long the statement ran']),
    text('statement', ['语句', 'Statement'], ['语句的文本', 'Text of the statement'], { masks: 'mysql' }),
    text('db', ['数据库', 'Database'], ['语句所在的数据库', 'Database of the statement']),
    text('account', ['账号', 'Account'], ['执行语句的账号与主机', 'Account and host that ran it']),
    text('sentRows', ['返回行', 'Rows sent'], ['返回的行数', 'Rows that were sent']),
    text('examinedRows', ['扫描行', 'Rows examined'], ['读取的行数', 'Rows that were read']),
  ],
}

const slowLogFile: SectionInput = {
  ...slowLog,
  key: 'slowLogFile',
  names: both(['慢查询日志文件', 'Slow log file']),
  transport: 'slow-log',
  ifParam: 'slowLogAddress',
  request: { format: 'mysql' },
  cadenceMs: 10_000,
}

const processes: SectionInput = {
  key: 'processes',
  names: both(['会话', 'Sessions']),
  request: {
    statements: [
      `SELECT ID AS id, CONCAT(USER, '@', HOST) AS account, DB AS db, COMMAND AS command, TIME AS seconds, STATE AS state, LEFT(INFO, 2000) AS statement
FROM information_schema.PROCESSLIST AS pone_monitor
WHERE ID <> CONNECTION_ID() AND COMMAND NOT IN ('Sleep', 'Daemon', 'Binlog Dump') ORDER BY TIME DESC LIMIT 50`,
    ],
    right: 'information_schema.PROCESSLIST',
    grant: 'GRANT PROCESS ON *.* TO {user}',
    numbered: true,
  },
  cadenceMs: 10_000,
  rows: { labels: ['place'], limit: 50 },
  counters: [
    text('id', ['编号', 'Number'], ['会话的编号', 'Number of the session']),
    text('account', ['账号', 'Account'], ['账号与客户端地址', 'Account and address of the client']),
    text('db', ['数据库', 'Database'], ['使用的数据库', 'Database in use']),
    text('command', ['命令', 'Command'], ['正在执行的命令', 'Command that runs']),
    text('seconds', ['时间（秒）', 'Time, s'], ['处于当前状态的时间', 'Time in the present state']),
    text('state', ['状态', 'State'], ['会话在做什么', 'What the session does']),
    text('statement', ['语句', 'Statement'], ['正在执行的语句', 'Statement that runs'], { masks: 'mysql' }),
  ],
}

const charts: MonitorTypeInput['charts'] = [
  chart('work', ['语句速率', 'Statements per second'], 'line', 'count/s', [
    'status.Questions',
    'status.Queries',
  ]),
  chart('commands', ['各类语句', 'Statements by kind'], 'area', 'count/s', [
    'status.Com_select',
    'status.Com_insert',
    'status.Com_update',
    'status.Com_delete',
    'status.Com_replace',
  ]),
  chart('transactions', ['事务', 'Transactions'], 'line', 'count/s', [
    'status.Com_commit',
    'status.Com_rollback',
  ]),
  chart('connections', ['连接', 'Connections'], 'line', 'count', [
    'status.Threads_connected',
    'status.Threads_running',
    'status.statementsRunning',
    'status.Max_used_connections',
    'status.max_connections',
  ]),
  chart('utilisation', ['使用率', 'Utilisation'], 'line', '%', [
    'status.connectionsPercent',
    'status.bufferPoolUsedPercent',
    'status.diskTablesPercent',
  ]),
  chart('hitRatio', ['缓冲池命中率', 'Buffer pool hit ratio'], 'line', '%', ['status.bufferPoolHitRatio']),
  chart('connects', ['连接尝试与失败', 'Connection attempts and failures'], 'line', 'count/s', [
    'status.Connections',
    'status.Threads_created',
    'status.Aborted_clients',
    'status.Aborted_connects',
  ]),
  chart('expensive', ['慢查询与无索引', 'Slow statements and full scans'], 'line', 'count/s', [
    'status.Slow_queries',
    'status.Select_full_join',
    'status.Select_scan',
    'status.Sort_merge_passes',
  ]),
  chart('temporary', ['临时表', 'Temporary tables'], 'line', 'count/s', [
    'status.Created_tmp_tables',
    'status.Created_tmp_disk_tables',
  ]),
  chart('bufferReads', ['缓冲池读', 'Buffer pool reads'], 'line', 'count/s', [
    'status.Innodb_buffer_pool_read_requests',
    'status.Innodb_buffer_pool_reads',
    'status.Innodb_buffer_pool_wait_free',
  ]),
  chart('buffer', ['缓冲池', 'Buffer pool'], 'line', 'bytes', [
    'status.Innodb_buffer_pool_bytes_data',
    'status.Innodb_buffer_pool_bytes_dirty',
    'status.innodb_buffer_pool_size',
  ]),
  chart('rows', ['行操作', 'Row operations'], 'line', 'count/s', [
    'status.Handler_read_rnd_next',
    'status.Handler_write',
    'status.Handler_update',
    'status.Handler_delete',
  ]),
  chart('lockWaits', ['锁等待', 'Lock waits'], 'line', 'count/s', [
    'status.Innodb_row_lock_waits',
    'status.Table_locks_waited',
    'status.Innodb_log_waits',
  ]),
  chart('lockTime', ['行锁等待时间', 'Row lock wait time'], 'line', 'ms/s', ['status.Innodb_row_lock_time']),
  chart('lockMean', ['平均行锁等待', 'Mean row lock wait'], 'line', 'ms', ['status.rowLockMeanMs']),
  chart('lockNow', ['当前行锁等待', 'Row lock waits now'], 'line', 'count', [
    'status.Innodb_row_lock_current_waits',
  ]),
  chart('files', ['数据文件读写', 'Reads and writes of data files'], 'line', 'count/s', [
    'status.Innodb_data_reads',
    'status.Innodb_data_writes',
  ]),
  chart('network', ['网络与日志', 'Network and redo log'], 'line', 'bytes/s', [
    'status.Bytes_received',
    'status.Bytes_sent',
    'status.Innodb_os_log_written',
  ]),
  chart('open', ['打开的表与文件', 'Open tables and files'], 'line', 'count', [
    'status.Open_tables',
    'status.Open_files',
    'status.open_files_limit',
  ]),
  chart('lag', ['复制延迟', 'Replication lag'], 'line', 's', ['replica.lagSeconds']),
  chart('replication', ['复制状态', 'State of replication'], 'line', '', [
    'replica.isReading',
    'replica.isApplying',
    'status.read_only',
  ]),
  chart('uptime', ['运行时间', 'Uptime'], 'line', 's', ['status.Uptime']),
]

export const mysql: MonitorTypeInput = {
  name: 'mysql',
  version: 1,
  category: 'database',
  names: both(['MySQL / MariaDB', 'MySQL / MariaDB']),
  triedOn: ['MariaDB 10.11'],
  transport: 'mysql',
  params: [...accountParams(3306), ...tlsParams],
  sections: [status, replica, digests, slowLog, slowLogFile, processes],
  charts,
  tables: [
    { key: 'facts', names: both(['概况', 'Facts']), section: 'status', columns: ['version'] },
    {
      key: 'statements',
      names: both(['语句摘要（开始统计以来的累计值）', 'Statement digests, totals since counting began']),
      section: 'statements',
      columns: [
        'statement',
        'db',
        'calls',
        'totalMs',
        'maxMs',
        'lockMs',
        'errors',
        'sentRows',
        'examinedRows',
        'withoutIndex',
        'diskTables',
        'firstSeen',
        'lastSeen',
      ],
    },
    {
      key: 'slowLog',
      names: both(['慢查询日志', 'Slow log']),
      section: 'slowLog',
      columns: ['at', 'durationMs', 'statement', 'db', 'account', 'sentRows', 'examinedRows'],
    },
    {
      key: 'slowLogFile',
      names: both(['慢查询日志文件', 'Slow log file']),
      section: 'slowLogFile',
      columns: ['at', 'durationMs', 'statement', 'db', 'account', 'sentRows', 'examinedRows'],
    },
    {
      key: 'processes',
      names: both(['会话', 'Sessions']),
      section: 'processes',
      columns: ['id', 'account', 'db', 'command', 'seconds', 'state', 'statement'],
    },
    {
      key: 'replica',
      names: both(['复制', 'Replication']),
      section: 'replica',
      columns: ['source', 'lagSeconds', 'lastError'],
    },
  ],
  thresholds: [
    { counter: 'status.connectionsPercent', max: 90, times: 3, cycleMs: 120_000, severity: 'warning' },
    { counter: 'replica.lagSeconds', max: 30, times: 3, cycleMs: 120_000, severity: 'warning' },
    { counter: 'replica.isApplying', min: 1, severity: 'critical' },
  ],
  slowOperations: [
    {
      kind: 'entries',
      section: 'slowLogFile',
      text: 'statement',
      database: 'db',
      account: 'account',
      at: 'at',
      durationMs: 'durationMs',
      rows: 'examinedRows',
      hasPlan: true,
    },
    {
      kind: 'totals',
      section: 'statements',
      text: 'statement',
      database: 'db',
      calls: 'calls',
      totalMs: 'totalMs',
      maxMs: 'maxMs',
      rows: 'examinedRows',
      countedSince: 'firstSeen',
      hasPlan: true,
    },
    {
      kind: 'entries',
      section: 'slowLog',
      text: 'statement',
      database: 'db',
      account: 'account',
      at: 'at',
      durationMs: 'durationMs',
      rows: 'examinedRows',
      hasPlan: true,
    },
  ],
}
