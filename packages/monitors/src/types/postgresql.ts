/** PostgreSQL: databases, sessions, locks, write-ahead log, checkpoints, replication, tables, and statements by pg_stat_statements. */
import type { MonitorTypeInput } from '../type.ts'
import {
  accountParams,
  both,
  chart,
  computed,
  counter,
  flag,
  gauge,
  type Pair,
  socketOption,
  text,
  tlsParams,
} from './parts.ts'

type SectionInput = MonitorTypeInput['sections'][number]

const overTcp = { param: 'access', values: ['tcp'] }

const wayParams: MonitorTypeInput['params'] = [
  {
    key: 'access',
    type: 'select',
    names: both(['访问方式', 'Access']),
    default: 'tcp',
    options: [{ value: 'tcp', names: both(['TCP', 'TCP']) }, socketOption],
  },
  { key: 'host', type: 'address', names: both(['主机', 'Host']), required: true, showIf: overTcp },
  {
    key: 'socket',
    type: 'text',
    names: both(['套接字目录', 'Folder of the socket']),
    help: both([
      '如 /var/run/postgresql，须为 Agent 所在主机的所有者允许的目录（PONE_AGENT_DATABASE_SOCKETS）',
      'For example /var/run/postgresql; one that the owner of the agent’s machine allows (PONE_AGENT_DATABASE_SOCKETS)',
    ]),
    required: true,
    showIf: { param: 'access', values: ['socket'] },
  },
]

const grantMonitor = 'GRANT pg_monitor TO {user}'

const activity: SectionInput = {
  key: 'activity',
  names: both(['会话', 'Sessions']),
  request: {
    statements: [
      `SELECT count(*) AS sessions, count(*) FILTER (WHERE state = 'active') AS active, count(*) FILTER (WHERE state = 'idle') AS idle,
  count(*) FILTER (WHERE state = 'idle in transaction') AS "idleInTransaction",
  count(*) FILTER (WHERE state = 'idle in transaction (aborted)') AS "idleAborted",
  count(*) FILTER (WHERE wait_event_type = 'Lock') AS "waitingForLock",
  count(*) FILTER (WHERE state = 'active' AND wait_event_type = 'LWLock') AS "waitingForLightLock",
  count(*) FILTER (WHERE state = 'active' AND wait_event_type = 'IO') AS "waitingForIo",
  coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0) AS "longestTransactionSeconds",
  coalesce(max(extract(epoch FROM clock_timestamp() - query_start)) FILTER (WHERE state = 'active'), 0) AS "longestStatementSeconds",
  current_setting('max_connections') AS "maxConnections", extract(epoch FROM clock_timestamp() - pg_postmaster_start_time()) AS uptime,
  current_setting('server_version') AS version, pg_is_in_recovery() AS "isReplica",
  coalesce(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()), 0) AS "replaySeconds"
FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    ],
    right: 'pg_stat_activity',
    grant: grantMonitor,
  },
  answersAvailability: true,
  counters: [
    text('version', ['版本', 'Version'], ['服务器的版本', 'Version of the server']),
    gauge('uptime', 's', ['运行时间', 'Uptime'], ['自启动以来的时间', 'Time since the start']),
    gauge(
      'sessions',
      'count',
      ['会话数', 'Sessions'],
      ['客户端会话数，不含监控自己的', 'Sessions of clients, without that of the monitor'],
      { role: 'utilisation', nature: 'held', capacity: 'maxConnections' },
    ),
    gauge('active', 'count', ['活动', 'Active'], ['正在执行语句的会话', 'Sessions that run a statement'], {
      timeOf: 'database',
    }),
    gauge('idle', 'count', ['空闲', 'Idle'], ['等待客户端的会话', 'Sessions that wait for their client']),
    gauge(
      'idleInTransaction',
      'count',
      ['事务中空闲', 'Idle in transaction'],
      ['在打开的事务中等待客户端的会话', 'Sessions that wait for their client within a transaction'],
    ),
    gauge(
      'idleAborted',
      'count',
      ['失败事务中空闲', 'Idle in failed transaction'],
      ['在失败的事务中等待客户端的会话', 'Sessions that wait for their client within a failed transaction'],
    ),
    gauge(
      'waitingForLock',
      'count',
      ['等待锁', 'Waiting for a lock'],
      ['等待锁的会话', 'Sessions that wait for a lock'],
      { role: 'saturation', nature: 'waiting' },
    ),
    gauge(
      'waitingForLightLock',
      'count',
      ['等待轻量锁', 'Waiting for a light lock'],
      ['等待共享内存锁的活动会话', 'Active sessions that wait for a lock of shared memory'],
      { role: 'saturation', nature: 'waiting' },
    ),
    gauge(
      'waitingForIo',
      'count',
      ['等待 I/O', 'Waiting for I/O'],
      ['等待磁盘的活动会话', 'Active sessions that wait for a disk'],
    ),
    gauge(
      'longestTransactionSeconds',
      's',
      ['最长事务', 'Longest transaction'],
      ['最早开始的打开事务的时间', 'Age of the oldest open transaction'],
    ),
    gauge(
      'longestStatementSeconds',
      's',
      ['最长语句', 'Longest statement'],
      ['最早开始的语句的时间', 'Age of the oldest statement that runs'],
    ),
    gauge(
      'maxConnections',
      'count',
      ['连接上限', 'Connection limit'],
      ['允许的最大连接数', 'Connections that are allowed'],
    ),
    flag(
      'isReplica',
      [['t'], ['f']],
      ['备库', 'Replica'],
      ['服务器是否在回放主库的日志', 'Whether the server replays the log of a primary'],
    ),
    gauge(
      'replaySeconds',
      's',
      ['回放延迟', 'Replay lag'],
      ['备库上距最近回放事务的时间', 'On a replica: time since the transaction that was replayed last'],
    ),
  ],
  computed: [
    computed(
      'sessionsPercent',
      '100 * sessions / maxConnections',
      '%',
      ['连接使用率', 'Connection utilisation'],
      ['会话数占上限的比例', 'Sessions as a share of their limit'],
      { role: 'utilisation', nature: 'none', capacity: 100 },
    ),
  ],
}

const databaseCounters: readonly (readonly [string, string, string, Pair, Pair])[] = [
  [
    'xact_commit',
    'commits',
    'count',
    ['提交', 'Commits'],
    ['提交的事务数', 'Transactions that were committed'],
  ],
  [
    'xact_rollback',
    'rollbacks',
    'count',
    ['回滚', 'Rollbacks'],
    ['回滚的事务数', 'Transactions that were rolled back'],
  ],
  [
    'blks_read',
    'blocksRead',
    'count',
    ['读磁盘块', 'Blocks read'],
    ['不在共享缓冲中而读取的块数', 'Blocks that were not in shared buffers'],
  ],
  [
    'blks_hit',
    'blocksHit',
    'count',
    ['命中块', 'Blocks hit'],
    ['在共享缓冲中的块数', 'Blocks found in shared buffers'],
  ],
  [
    'tup_returned',
    'rowsReturned',
    'count',
    ['扫描行', 'Rows scanned'],
    ['扫描返回的行数', 'Rows that scans returned'],
  ],
  [
    'tup_fetched',
    'rowsFetched',
    'count',
    ['取出行', 'Rows fetched'],
    ['由索引取出的行数', 'Rows fetched by indexes'],
  ],
  [
    'tup_inserted',
    'rowsInserted',
    'count',
    ['插入行', 'Rows inserted'],
    ['插入的行数', 'Rows that were inserted'],
  ],
  [
    'tup_updated',
    'rowsUpdated',
    'count',
    ['更新行', 'Rows updated'],
    ['更新的行数', 'Rows that were updated'],
  ],
  [
    'tup_deleted',
    'rowsDeleted',
    'count',
    ['删除行', 'Rows deleted'],
    ['删除的行数', 'Rows that were deleted'],
  ],
  [
    'conflicts',
    'conflicts',
    'count',
    ['恢复冲突', 'Recovery conflicts'],
    ['因与回放冲突而取消的语句数', 'Statements cancelled because of the replay'],
  ],
  ['deadlocks', 'deadlocks', 'count', ['死锁', 'Deadlocks'], ['检测到的死锁数', 'Deadlocks that were found']],
  [
    'temp_files',
    'temporaryFiles',
    'count',
    ['临时文件', 'Temporary files'],
    ['语句建立的临时文件数', 'Temporary files of statements'],
  ],
  [
    'temp_bytes',
    'temporaryBytes',
    'bytes',
    ['临时文件字节', 'Temporary file bytes'],
    ['写入临时文件的字节', 'Bytes written to temporary files'],
  ],
]

const databases: SectionInput = {
  key: 'databases',
  names: both(['数据库', 'Databases']),
  request: {
    statements: [
      `SELECT datname AS db, numbackends AS backends, ${databaseCounters.map(([column, key]) => `${column} AS "${key}"`).join(', ')},
  (to_jsonb(d) ->> 'active_time')::float8 AS "activeMs"
FROM pg_stat_database d WHERE datname IS NOT NULL AND datname NOT IN ('template0', 'template1')`,
    ],
  },
  rows: { labels: ['db'], limit: 100 },
  counters: [
    gauge('backends', 'count', ['会话数', 'Sessions'], ['数据库的会话数', 'Sessions of the database']),
    counter(
      'activeMs',
      'ms',
      ['语句执行时间', 'Statement time'],
      [
        '执行 SQL 语句所用的时间，所有会话之和；PostgreSQL 14 起提供',
        'Time that all sessions spent on SQL statements; from PostgreSQL 14 on',
      ],
      { timeOf: 'database' },
    ),
    ...databaseCounters.map(([, key, unit, names, help]) =>
      counter(
        key,
        unit,
        names,
        help,
        key === 'commits' ? { role: 'work' } : key === 'deadlocks' ? { role: 'error' } : {},
      ),
    ),
  ],
  computed: [
    computed(
      'hitRatio',
      '100 * blocksHit / (blocksHit + blocksRead)',
      '%',
      ['缓冲命中率', 'Buffer hit ratio'],
      ['区间内在共享缓冲中的块的比例', 'Share of blocks in the interval found in shared buffers'],
      { capacity: 100 },
    ),
    computed(
      'rollbackPercent',
      '100 * rollbacks / (commits + rollbacks)',
      '%',
      ['回滚比例', 'Share of rollbacks'],
      ['区间内回滚的事务比例', 'Share of transactions in the interval that were rolled back'],
    ),
  ],
}

const sizes: SectionInput = {
  key: 'sizes',
  names: both(['数据库大小', 'Database sizes']),
  request: {
    statements: [
      `SELECT datname AS db, pg_database_size(oid) AS bytes, age(datfrozenxid) AS "transactionAge"
FROM pg_database WHERE datallowconn AND has_database_privilege(oid, 'CONNECT') AND NOT datistemplate`,
    ],
    right: 'pg_database_size',
    grant: grantMonitor,
  },
  cadenceMs: 300_000,
  timeoutMs: 30_000,
  rows: { labels: ['db'], limit: 100 },
  counters: [
    gauge('bytes', 'bytes', ['大小', 'Size'], ['数据库在磁盘上的大小', 'Size of the database on disk']),
    gauge(
      'transactionAge',
      'count',
      ['最老事务号年龄', 'Age of the oldest transaction number'],
      [
        '距离需要防回卷清理的事务数以二十亿为上限',
        'Transactions since the oldest unfrozen one; two thousand million is the limit',
      ],
      { capacity: 2_000_000_000 },
    ),
  ],
}

const locks: SectionInput = {
  key: 'locks',
  names: both(['锁', 'Locks']),
  request: {
    statements: [
      'SELECT mode, count(*) AS held, count(*) FILTER (WHERE NOT granted) AS waiting FROM pg_locks WHERE pid <> pg_backend_pid() GROUP BY mode',
    ],
  },
  rows: { labels: ['mode'], limit: 20 },
  counters: [
    gauge('held', 'count', ['锁', 'Locks'], ['持有与等待的锁数', 'Locks held and waited for']),
    gauge('waiting', 'count', ['等待的锁', 'Locks waited for'], ['尚未获得的锁数', 'Locks not granted yet'], {
      role: 'saturation',
      nature: 'waiting',
    }),
  ],
}

const writer: SectionInput = {
  key: 'writer',
  names: both(['检查点与日志', 'Checkpoints and log']),
  request: {
    statements: [
      `SELECT c.num_timed AS "timedCheckpoints", c.num_requested AS "requestedCheckpoints", c.write_time AS "checkpointWriteMs", c.sync_time AS "checkpointSyncMs",
  c.buffers_written AS "checkpointBuffers", b.buffers_clean AS "cleanedBuffers", b.maxwritten_clean AS "cleaningStops", b.buffers_alloc AS "allocatedBuffers",
  w.wal_records AS "walRecords", w.wal_bytes AS "walBytes", w.wal_buffers_full AS "walBuffersFull"
FROM pg_stat_checkpointer c, pg_stat_bgwriter b, pg_stat_wal w`,
      `SELECT b.checkpoints_timed AS "timedCheckpoints", b.checkpoints_req AS "requestedCheckpoints", b.checkpoint_write_time AS "checkpointWriteMs",
  b.checkpoint_sync_time AS "checkpointSyncMs", b.buffers_checkpoint AS "checkpointBuffers", b.buffers_clean AS "cleanedBuffers",
  b.maxwritten_clean AS "cleaningStops", b.buffers_alloc AS "allocatedBuffers",
  w.wal_records AS "walRecords", w.wal_bytes AS "walBytes", w.wal_buffers_full AS "walBuffersFull"
FROM pg_stat_bgwriter b, pg_stat_wal w`,
      `SELECT checkpoints_timed AS "timedCheckpoints", checkpoints_req AS "requestedCheckpoints", checkpoint_write_time AS "checkpointWriteMs",
  checkpoint_sync_time AS "checkpointSyncMs", buffers_checkpoint AS "checkpointBuffers", buffers_clean AS "cleanedBuffers",
  maxwritten_clean AS "cleaningStops", buffers_alloc AS "allocatedBuffers" FROM pg_stat_bgwriter`,
    ],
  },
  cadenceMs: 10_000,
  counters: [
    counter(
      'timedCheckpoints',
      'count',
      ['定时检查点', 'Timed checkpoints'],
      ['按时间触发的检查点数', 'Checkpoints that were due'],
    ),
    counter(
      'requestedCheckpoints',
      'count',
      ['请求的检查点', 'Requested checkpoints'],
      ['因日志量或命令触发的检查点数', 'Checkpoints because of much log, or by command'],
    ),
    counter(
      'checkpointWriteMs',
      'ms',
      ['检查点写时间', 'Checkpoint write time'],
      ['检查点写文件的时间', 'Time in which checkpoints wrote files'],
    ),
    counter(
      'checkpointSyncMs',
      'ms',
      ['检查点同步时间', 'Checkpoint sync time'],
      ['检查点同步文件的时间', 'Time in which checkpoints synchronised files'],
    ),
    counter(
      'checkpointBuffers',
      'count',
      ['检查点写缓冲', 'Buffers of checkpoints'],
      ['检查点写出的缓冲数', 'Buffers that checkpoints wrote'],
    ),
    counter(
      'cleanedBuffers',
      'count',
      ['后台写缓冲', 'Buffers of the background writer'],
      ['后台写进程写出的缓冲数', 'Buffers that the background writer wrote'],
    ),
    counter(
      'cleaningStops',
      'count',
      ['后台写中止', 'Background writer stops'],
      ['后台写进程因达到上限而停止的次数', 'Times that the background writer stopped at its limit'],
      { role: 'saturation' },
    ),
    counter(
      'allocatedBuffers',
      'count',
      ['分配缓冲', 'Buffers allocated'],
      ['分配的缓冲数', 'Buffers that were allocated'],
    ),
    counter(
      'walRecords',
      'count',
      ['日志记录', 'Log records'],
      ['写入预写日志的记录数', 'Records of the write-ahead log'],
    ),
    counter(
      'walBytes',
      'bytes',
      ['日志字节', 'Log bytes'],
      ['写入预写日志的字节', 'Bytes of the write-ahead log'],
    ),
    counter(
      'walBuffersFull',
      'count',
      ['日志缓冲满', 'Log buffers full'],
      ['因日志缓冲已满而写盘的次数', 'Writes because the buffers of the log were full'],
      { role: 'saturation' },
    ),
  ],
}

const replicas: SectionInput = {
  key: 'replicas',
  names: both(['备库', 'Replicas']),
  request: {
    statements: [
      `SELECT application_name AS replica, coalesce(host(client_addr), '') AS address, state,
  CASE WHEN pg_is_in_recovery() THEN NULL ELSE pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) END AS "lagBytes",
  coalesce(extract(epoch FROM replay_lag), 0) AS "lagSeconds" FROM pg_stat_replication`,
    ],
    right: 'pg_stat_replication',
    grant: grantMonitor,
  },
  cadenceMs: 10_000,
  rows: { labels: ['replica', 'address'], limit: 50 },
  counters: [
    text('state', ['状态', 'State'], ['复制的状态', 'State of the replication']),
    gauge(
      'lagBytes',
      'bytes',
      ['落后字节', 'Lag, bytes'],
      ['备库尚未回放的日志', 'Log that the replica has not replayed yet'],
    ),
    gauge(
      'lagSeconds',
      's',
      ['落后时间', 'Lag, time'],
      ['日志从写入到回放的时间', 'Time from the writing of log to its replay'],
      { role: 'saturation' },
    ),
  ],
}

const statements: SectionInput = {
  key: 'statements',
  names: both(['语句', 'Statements']),
  request: {
    statements: [
      `/* pone monitor */ SELECT s.queryid AS "queryId", coalesce(d.datname, '') AS db, coalesce(r.rolname, '') AS account, left(s.query, 2000) AS statement,
  s.calls, s.total_exec_time AS "totalMs", s.max_exec_time AS "maxMs", s.rows, s.shared_blks_hit AS "blocksHit", s.shared_blks_read AS "blocksRead",
  s.temp_blks_written AS "temporaryBlocks", s.stats_since AS "countedSince"
FROM pg_stat_statements s LEFT JOIN pg_database d ON d.oid = s.dbid LEFT JOIN pg_roles r ON r.oid = s.userid
WHERE s.queryid IS NOT NULL AND s.query NOT LIKE '%pone monitor%' ORDER BY s.total_exec_time DESC LIMIT 100`,
      `/* pone monitor */ SELECT s.queryid AS "queryId", coalesce(d.datname, '') AS db, coalesce(r.rolname, '') AS account, left(s.query, 2000) AS statement,
  s.calls, s.total_exec_time AS "totalMs", s.max_exec_time AS "maxMs", s.rows, s.shared_blks_hit AS "blocksHit", s.shared_blks_read AS "blocksRead",
  s.temp_blks_written AS "temporaryBlocks", i.stats_reset AS "countedSince"
FROM pg_stat_statements s LEFT JOIN pg_database d ON d.oid = s.dbid LEFT JOIN pg_roles r ON r.oid = s.userid CROSS JOIN pg_stat_statements_info i
WHERE s.queryid IS NOT NULL AND s.query NOT LIKE '%pone monitor%' ORDER BY s.total_exec_time DESC LIMIT 100`,
      `/* pone monitor */ SELECT s.queryid AS "queryId", coalesce(d.datname, '') AS db, coalesce(r.rolname, '') AS account, left(s.query, 2000) AS statement,
  s.calls, s.total_exec_time AS "totalMs", s.max_exec_time AS "maxMs", s.rows, s.shared_blks_hit AS "blocksHit", s.shared_blks_read AS "blocksRead",
  s.temp_blks_written AS "temporaryBlocks", '' AS "countedSince"
FROM pg_stat_statements s LEFT JOIN pg_database d ON d.oid = s.dbid LEFT JOIN pg_roles r ON r.oid = s.userid
WHERE s.queryid IS NOT NULL AND s.query NOT LIKE '%pone monitor%' ORDER BY s.total_exec_time DESC LIMIT 100`,
      `/* pone monitor */ SELECT s.queryid AS "queryId", coalesce(d.datname, '') AS db, coalesce(r.rolname, '') AS account, left(s.query, 2000) AS statement,
  s.calls, s.total_time AS "totalMs", s.max_time AS "maxMs", s.rows, s.shared_blks_hit AS "blocksHit", s.shared_blks_read AS "blocksRead",
  s.temp_blks_written AS "temporaryBlocks", '' AS "countedSince"
FROM pg_stat_statements s LEFT JOIN pg_database d ON d.oid = s.dbid LEFT JOIN pg_roles r ON r.oid = s.userid
WHERE s.queryid IS NOT NULL AND s.query NOT LIKE '%pone monitor%' ORDER BY s.total_time DESC LIMIT 100`,
    ],
    samples: [
      `/* pone monitor */ SELECT s.query AS statement, coalesce(d.datname, '') AS db, coalesce(r.rolname, '') AS account
FROM pg_stat_statements s LEFT JOIN pg_database d ON d.oid = s.dbid LEFT JOIN pg_roles r ON r.oid = s.userid
WHERE s.queryid::text = {queryId} AND coalesce(d.datname, '') = {db} AND coalesce(r.rolname, '') = {account} LIMIT 1`,
    ],
    right: 'pg_stat_statements',
    grant: grantMonitor,
    setUp:
      "ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'; -- restart, then:\nCREATE EXTENSION pg_stat_statements",
  },
  cadenceMs: 30_000,
  rows: { labels: ['queryId', 'db', 'account'], limit: 100 },
  isTable: true,
  counters: [
    text('statement', ['语句', 'Statement'], ['规范化后的语句', 'Statement without its values'], {
      masks: 'postgresql',
    }),
    counter('calls', 'count', ['执行', 'Calls'], ['执行次数', 'Times that it ran']),
    counter('totalMs', 'ms', ['总时间', 'Total time'], ['全部执行的时间', 'Time of all calls']),
    gauge('maxMs', 'ms', ['最长', 'Longest'], ['最长一次执行的时间', 'Time of the longest call']),
    counter('rows', 'count', ['行数', 'Rows'], ['返回或影响的行数', 'Rows returned or changed']),
    counter(
      'blocksHit',
      'count',
      ['命中块', 'Blocks hit'],
      ['在共享缓冲中的块数', 'Blocks found in shared buffers'],
    ),
    counter(
      'blocksRead',
      'count',
      ['读磁盘块', 'Blocks read'],
      ['不在共享缓冲中的块数', 'Blocks that were not in shared buffers'],
    ),
    counter(
      'temporaryBlocks',
      'count',
      ['临时块', 'Temporary blocks'],
      ['写入临时文件的块数', 'Blocks written to temporary files'],
    ),
    text('countedSince', ['统计开始', 'Counted since'], ['开始统计的时刻', 'When counting began']),
  ],
}

const slowLogFile: SectionInput = {
  key: 'slowLogFile',
  names: both(['慢语句日志文件', 'Log file of slow statements']),
  transport: 'slow-log',
  ifParam: 'slowLogAddress',
  request: { format: 'postgresql' },
  cadenceMs: 10_000,
  rows: { labels: ['entry'], limit: 100 },
  isTable: true,
  counters: [
    text('at', ['时间', 'Time'], ['语句结束的时刻', 'When the statement ended']),
    text('durationMs', ['耗时（毫秒）', 'Duration, ms'], ['语句执行的时间', 'How long the statement ran']),
    text('statement', ['语句', 'Statement'], ['语句的文本', 'Text of the statement'], {
      masks: 'postgresql',
    }),
    text('db', ['数据库', 'Database'], ['语句所在的数据库', 'Database of the statement']),
    text('account', ['账号', 'Account'], ['执行语句的账号', 'Account that ran it']),
  ],
}

const sessions: SectionInput = {
  key: 'sessions',
  names: both(['运行中的语句', 'Running statements']),
  request: {
    statements: [
      `SELECT pid, coalesce(datname, '') AS db, coalesce(usename, '') AS account, coalesce(host(client_addr), '') AS client, state,
  coalesce(wait_event_type || ': ' || wait_event, '') AS waits, round(extract(epoch FROM clock_timestamp() - query_start)::numeric, 3) AS seconds,
  array_to_string(pg_blocking_pids(pid), ', ') AS "blockedBy", left(query, 2000) AS statement
FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND state <> 'idle'
ORDER BY query_start LIMIT 50`,
    ],
    right: 'pg_stat_activity',
    grant: grantMonitor,
    numbered: true,
  },
  cadenceMs: 10_000,
  rows: { labels: ['place'], limit: 50 },
  counters: [
    text('pid', ['进程', 'Process'], ['会话的进程号', 'Process number of the session']),
    text('db', ['数据库', 'Database'], ['使用的数据库', 'Database in use']),
    text('account', ['账号', 'Account'], ['会话的账号', 'Account of the session']),
    text('client', ['客户端', 'Client'], ['客户端的地址', 'Address of the client']),
    text('state', ['状态', 'State'], ['会话的状态', 'State of the session']),
    text('waits', ['等待', 'Waits for'], ['等待的类别与事件', 'Kind and event that it waits for']),
    text('seconds', ['时间（秒）', 'Time, s'], ['语句开始以来的时间', 'Time since the statement began']),
    text(
      'blockedBy',
      ['阻塞者', 'Blocked by'],
      ['持有其所需锁的进程', 'Processes that hold the lock it needs'],
    ),
    text('statement', ['语句', 'Statement'], ['会话的最近语句', 'Last statement of the session'], {
      masks: 'postgresql',
    }),
  ],
}

const charts: MonitorTypeInput['charts'] = [
  chart('transactions', ['事务', 'Transactions'], 'line', 'count/s', [
    'databases.commits',
    'databases.rollbacks',
  ]),
  chart('sessions', ['会话', 'Sessions'], 'line', 'count', [
    'activity.sessions',
    'activity.active',
    'activity.idle',
    'activity.idleInTransaction',
    'activity.idleAborted',
    'activity.maxConnections',
  ]),
  chart('waits', ['等待', 'Waits'], 'line', 'count', [
    'activity.waitingForLock',
    'activity.waitingForLightLock',
    'activity.waitingForIo',
  ]),
  chart('utilisation', ['连接使用率', 'Connection utilisation'], 'line', '%', ['activity.sessionsPercent']),
  chart('longest', ['最长的事务与语句', 'Longest transaction and statement'], 'line', 's', [
    'activity.longestTransactionSeconds',
    'activity.longestStatementSeconds',
  ]),
  chart('hitRatio', ['缓冲命中率与回滚比例', 'Buffer hit ratio and rollbacks'], 'line', '%', [
    'databases.hitRatio',
    'databases.rollbackPercent',
  ]),
  chart('blocks', ['块', 'Blocks'], 'line', 'count/s', ['databases.blocksRead', 'databases.blocksHit']),
  chart('rows', ['行', 'Rows'], 'line', 'count/s', [
    'databases.rowsReturned',
    'databases.rowsFetched',
    'databases.rowsInserted',
    'databases.rowsUpdated',
    'databases.rowsDeleted',
  ]),
  chart('problems', ['死锁与冲突', 'Deadlocks and conflicts'], 'line', 'count/s', [
    'databases.deadlocks',
    'databases.conflicts',
    'databases.temporaryFiles',
  ]),
  chart('temporary', ['临时文件与日志', 'Temporary files and log'], 'line', 'bytes/s', [
    'databases.temporaryBytes',
    'writer.walBytes',
  ]),
  chart('statementTime', ['语句执行时间', 'Statement time'], 'area', 'ms/s', ['databases.activeMs']),
  chart('backends', ['各数据库的会话', 'Sessions by database'], 'area', 'count', ['databases.backends']),
  chart('sizes', ['数据库大小', 'Database sizes'], 'line', 'bytes', ['sizes.bytes']),
  chart('ages', ['最老事务号年龄', 'Age of the oldest transaction number'], 'line', 'count', [
    'sizes.transactionAge',
  ]),
  chart('locks', ['锁', 'Locks'], 'line', 'count', ['locks.held', 'locks.waiting']),
  chart('checkpoints', ['检查点', 'Checkpoints'], 'line', 'count/s', [
    'writer.timedCheckpoints',
    'writer.requestedCheckpoints',
    'writer.cleaningStops',
    'writer.walBuffersFull',
  ]),
  chart('checkpointTime', ['检查点时间', 'Checkpoint time'], 'line', 'ms/s', [
    'writer.checkpointWriteMs',
    'writer.checkpointSyncMs',
  ]),
  chart('buffers', ['写出与分配的缓冲', 'Buffers written and allocated'], 'line', 'count/s', [
    'writer.checkpointBuffers',
    'writer.cleanedBuffers',
    'writer.allocatedBuffers',
  ]),
  chart('log', ['日志记录', 'Log records'], 'line', 'count/s', ['writer.walRecords']),
  chart('lag', ['复制延迟', 'Replication lag'], 'line', 's', [
    'replicas.lagSeconds',
    'activity.replaySeconds',
  ]),
  chart('lagBytes', ['落后字节', 'Lag, bytes'], 'line', 'bytes', ['replicas.lagBytes']),
  chart('role', ['备库', 'Replica'], 'line', '', ['activity.isReplica']),
  chart('uptime', ['运行时间', 'Uptime'], 'line', 's', ['activity.uptime']),
]

export const postgresql: MonitorTypeInput = {
  name: 'postgresql',
  version: 1,
  category: 'database',
  names: both(['PostgreSQL', 'PostgreSQL']),
  triedOn: ['PostgreSQL 18', 'PostgreSQL 15'],
  transport: 'postgresql',
  params: [
    ...wayParams,
    ...accountParams(5432).filter(({ key }) => key !== 'host'),
    { key: 'database', type: 'text', names: both(['数据库', 'Database']), default: 'postgres' },
    ...tlsParams.map(param => (param.key === 'tls' ? { ...param, showIf: overTcp } : param)),
  ],
  sections: [activity, databases, sizes, locks, writer, replicas, statements, slowLogFile, sessions],
  charts,
  tables: [
    { key: 'facts', names: both(['概况', 'Facts']), section: 'activity', columns: ['version'] },
    {
      key: 'statements',
      names: both(['语句（开始统计以来的累计值）', 'Statements, totals since counting began']),
      section: 'statements',
      columns: [
        'statement',
        'db',
        'account',
        'calls',
        'totalMs',
        'maxMs',
        'rows',
        'blocksHit',
        'blocksRead',
        'temporaryBlocks',
        'countedSince',
      ],
    },
    {
      key: 'slowLogFile',
      names: both(['慢语句日志文件', 'Log file of slow statements']),
      section: 'slowLogFile',
      columns: ['at', 'durationMs', 'statement', 'db', 'account'],
    },
    {
      key: 'sessions',
      names: both(['运行中的语句', 'Running statements']),
      section: 'sessions',
      columns: ['pid', 'db', 'account', 'client', 'state', 'waits', 'seconds', 'blockedBy', 'statement'],
    },
    {
      key: 'replicas',
      names: both(['备库', 'Replicas']),
      section: 'replicas',
      columns: ['replica', 'address', 'state', 'lagBytes', 'lagSeconds'],
    },
  ],
  thresholds: [
    { counter: 'activity.sessionsPercent', max: 90, times: 3, cycleMs: 120_000, severity: 'warning' },
    { counter: 'activity.longestTransactionSeconds', max: 600, severity: 'warning' },
    { counter: 'databases.deadlocks', max: 0, severity: 'warning' },
    { counter: 'sizes.transactionAge', max: 1_500_000_000, severity: 'critical' },
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
      hasPlan: true,
    },
    {
      kind: 'totals',
      section: 'statements',
      text: 'statement',
      database: 'db',
      account: 'account',
      calls: 'calls',
      totalMs: 'totalMs',
      maxMs: 'maxMs',
      rows: 'rows',
      countedSince: 'countedSince',
      hasPlan: true,
    },
  ],
}
