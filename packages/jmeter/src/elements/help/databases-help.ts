/** Help for JDBC, Neo4j and MongoDB. */
import type { HelpTable } from './table.ts'

export const databasesHelp: HelpTable = {
  dataSource: [
    '与“JDBC 连接配置”中的连接池变量名相同。',
    'The same name as in a JDBC connection configuration.',
  ],
  'JDBCDataSource:dataSource': [
    'JDBC 请求用这个名称引用连接池。',
    'JDBC requests refer to the pool by this name.',
  ],
  queryType: [
    '有 ? 参数时选预编译，SELECT 选查询，INSERT、UPDATE 和 DELETE 选更新。',
    'Prepared for statements with ?, select for SELECT, update for INSERT, UPDATE and DELETE.',
  ],
  query: [
    '一条语句，结尾不写分号。参数写作 ?，值填在下面。',
    'One statement without a semicolon at its end. Write ? for parameters and their values below.',
  ],
  queryArguments: [
    '依次对应语句中的 ?，用逗号分隔。',
    'One for each ? in the statement, separated by commas.',
  ],
  queryArgumentsTypes: [
    '依次为各参数的 java.sql.Types 名称，例如 VARCHAR,INTEGER。',
    'Names of java.sql.Types, one for each parameter, for example VARCHAR,INTEGER.',
  ],
  variableNames: [
    '依次保存各列的值：变量_1 是第一行，变量_# 是行数。',
    'One for each column: name_1 is the value of the first row, name_# the number of rows.',
  ],
  resultVariable: [
    '把整个结果保存为一个对象，供脚本使用。',
    'Keeps the whole result as an object for scripts.',
  ],
  queryTimeout: [
    '查询超过这个秒数就取消。留空或 0 表示不限。',
    'Queries are cancelled after these seconds. Empty or 0 = no limit.',
  ],
  resultSetMaxRows: [
    '最多读取多少行。留空或 -1 表示全部，大结果会占用很多内存。',
    'The most rows to read. Empty or -1 = all, which needs much memory for large results.',
  ],
  resultSetHandler: [
    '结果怎样成为响应内容。只关心耗时选“只计行数”。',
    'What becomes of the result. “Count records” is enough where only the time matters.',
  ],
  cypher: ['参数写作 $名称。', 'Write parameters as $name.'],
  params: ['语句的参数，JSON 对象。', 'Parameters of the statement, a JSON object.'],
  recordQueryResults: [
    '把查询结果写入响应内容；压测时一般关闭。',
    'Writes the results into the response; usually off under load.',
  ],
  accessMode: [
    '集群中，READ 可由只读节点执行，WRITE 由主节点执行。',
    'In a cluster READ may run on a follower, WRITE runs on the leader.',
  ],
  'BoltSampler:database': ['Neo4j 的数据库名，默认 neo4j。', 'Name of the Neo4j database, neo4j by default.'],
  txTimeout: ['事务超过这个秒数由服务器终止。', 'The server ends a transaction after these seconds.'],
  source: ['与“MongoDB 源配置”中的名称相同。', 'The same name as in a MongoDB source configuration.'],
  'MongoSourceElement:source': [
    'MongoDB 脚本用这个名称引用连接。',
    'MongoDB scripts refer to the connection by this name.',
  ],
  'MongoScriptSampler:database': ['脚本在哪个数据库中执行。', 'Database in which the script runs.'],
  'MongoScriptSampler:script': ['MongoDB shell 的脚本。', 'A script of the MongoDB shell.'],
  dbUrl: ['例如 jdbc:mysql://10.0.0.8:3306/shop。', 'For example jdbc:mysql://10.0.0.8:3306/shop.'],
  driver: [
    '与数据库 URL 对应的驱动类，其 jar 需上传到组件。',
    'Driver class of that database; upload its jar to the component.',
  ],
  connectionProperties: [
    '驱动的附加属性，写作 名称=值，用分号分隔。',
    'Further properties for the driver, as name=value, separated by semicolons.',
  ],
  poolMax: [
    '所有线程共用的连接数。0 表示每个线程各用一个连接，互不等待。',
    'Connections shared by all threads. 0 = one for each thread, so that no thread waits for another’s.',
  ],
  'JDBCDataSource:timeout': [
    '等待空闲连接最多多久，超过则请求失败。',
    'The longest wait for a free connection; the request fails after it.',
  ],
  trimInterval: [
    '每隔多久检查并关闭空闲过久的连接。',
    'How often connections that were idle for long are closed.',
  ],
  autocommit: [
    '每条语句自动提交。关闭时须另加“提交”请求。',
    'Commits each statement. Off: add a request of the type “Commit”.',
  ],
  transactionIsolation: ['DEFAULT 表示使用数据库的默认级别。', 'DEFAULT is the level of the database.'],
  poolPreparedStatements: [
    '每个连接缓存的预编译语句数。0 表示不限，-1 表示不缓存。',
    'Prepared statements that each connection keeps. 0 = no limit, -1 = none.',
  ],
  preinit: [
    '测试开始时就建立连接，第一个请求不包含建立连接的时间。',
    'Connects when the test starts, so that the first request does not contain that time.',
  ],
  initQuery: [
    '每个新连接先执行的语句，例如 SET NAMES utf8mb4。',
    'Statements that each new connection runs first.',
  ],
  keepAlive: [
    '定期用检测语句检查空闲连接是否仍然可用。',
    'Checks idle connections from time to time by the validation query.',
  ],
  connectionAge: ['连接空闲超过这个时间才可以被关闭。', 'Idle time after which a connection may be closed.'],
  checkQuery: [
    '例如 select 1；Oracle 为 select 1 from dual。',
    'For example select 1, or select 1 from dual for Oracle.',
  ],
  boltUri: [
    '例如 bolt://10.0.0.8:7687 或 neo4j://集群地址。',
    'For example bolt://10.0.0.8:7687, or neo4j://… for a cluster.',
  ],
  maxConnectionPoolSize: ['最多同时打开的连接数，默认 100。', 'The most open connections, 100 by default.'],
  connection: [
    '例如 10.0.0.8:27017，多个用逗号分隔。',
    'For example 10.0.0.8:27017, several separated by commas.',
  ],
  autoConnectRetry: [
    '连接断开后继续重试，直到最长重试时间。',
    'Tries to connect again until the maximum retry time.',
  ],
  connectionsPerHost: [
    '每台服务器最多的连接数，默认 10。线程多时增大。',
    'The most connections to each server, 10 by default. Raise it for many threads.',
  ],
  'MongoSourceElement:connectTimeout': [
    '建立连接最多等待多久。0 表示不限。',
    'The longest wait for a connection. 0 = no limit.',
  ],
  continueOnInsertError: [
    '批量插入时，一条失败后继续插入其余的。',
    'A bulk insert goes on after a failed document.',
  ],
  maxAutoConnectRetryTime: [
    '重试连接的总时间。0 表示驱动的默认值 15 秒。',
    'Total time of reconnecting. 0 = 15 s, the default of the driver.',
  ],
  maxWaitTime: [
    '等待空闲连接最多多久，默认 120000。',
    'The longest wait for a free connection, 120,000 by default.',
  ],
  socketTimeout: ['等待响应最多多久。0 表示不限。', 'The longest wait for an answer. 0 = no limit.'],
  socketKeepAlive: [
    '打开 TCP keep-alive，避免防火墙断开空闲连接。',
    'Turns TCP keep-alive on, so that firewalls do not close idle connections.',
  ],
  threadsAllowedToBlockForConnectionMultiplier: [
    '等待连接的线程数上限 = 此值 × 每主机最大连接数。',
    'At most this × connections per host may wait for a connection.',
  ],
  fsync: ['写入后等待数据刷到磁盘。', 'Waits until written data is on disk.'],
  safe: [
    '等待服务器确认写入，出错时请求失败。',
    'Waits for the server to confirm a write, so that errors fail the request.',
  ],
  waitForJournaling: ['等待写入进入服务器的 journal。', 'Waits until the write is in the server’s journal.'],
  writeOperationNumberOfServers: ['写入须由多少台服务器确认。', 'How many servers must confirm a write.'],
  writeOperationTimeout: [
    '等待服务器确认写入最多多久。0 表示不限。',
    'The longest wait for the confirmation of a write. 0 = no limit.',
  ],
}
