/** Elements of databases: JDBC, Bolt and MongoDB. */
import { type ElementDefinition, elementsOf, type ItemDefinition } from './element.ts'
import { choice, code, flag, lines, number, password, text } from './fields.ts'

const jdbcQuery: readonly ItemDefinition[] = [
  text('dataSource', '连接池变量名', 'Variable name of the pool'),
  choice(
    'queryType',
    '语句类型',
    'Query type',
    [
      ['Select Statement', '查询语句', 'Select statement'],
      ['Update Statement', '更新语句', 'Update statement'],
      ['Callable Statement', '存储过程', 'Callable statement'],
      ['Prepared Select Statement', '预编译查询', 'Prepared select statement'],
      ['Prepared Update Statement', '预编译更新', 'Prepared update statement'],
      ['Commit', '提交', 'Commit'],
      ['Rollback', '回滚', 'Rollback'],
      ['AutoCommit(false)', '关闭自动提交', 'AutoCommit(false)'],
      ['AutoCommit(true)', '开启自动提交', 'AutoCommit(true)'],
    ],
    { isOpen: true },
  ),
  code('query', 'SQL 语句', 'Query', { language: 'sql' }),
  text('queryArguments', '参数值', 'Parameter values'),
  text('queryArgumentsTypes', '参数类型', 'Parameter types'),
  text('variableNames', '变量名', 'Variable names'),
  text('resultVariable', '结果变量名', 'Result variable name'),
  number('queryTimeout', '查询超时（秒）', 'Query time-out (s)'),
  number('resultSetMaxRows', '结果行数上限', 'Limit result set'),
  choice('resultSetHandler', '结果集处理', 'Handle result set', [
    ['Store as String', '存为字符串', 'Store as string'],
    ['Store as Object', '存为对象', 'Store as object'],
    ['Count Records', '只计行数', 'Count records'],
  ]),
]

export const databaseElements: readonly ElementDefinition[] = [
  ...elementsOf('sampler', [
    {
      testclass: 'JDBCSampler',
      icon: 'database',
      zh: 'JDBC 请求',
      en: 'JDBC Request',
      items: jdbcQuery,
    },
    {
      testclass: 'BoltSampler',
      icon: 'database',
      zh: 'Bolt 请求',
      en: 'Bolt Request',
      items: [
        code('cypher', 'Cypher 语句', 'Cypher statement'),
        code('params', '参数', 'Params', { language: 'json', initial: '{"paramName":"paramValue"}' }),
        flag('recordQueryResults', '记录查询结果', 'Record query results'),
        choice('accessMode', '访问模式', 'Access mode', ['WRITE', 'READ']),
        text('database', '数据库', 'Database', { initial: 'neo4j' }),
        number('txTimeout', '事务超时（秒）', 'Transaction time-out (s)', { type: 'int', initial: '60' }),
      ],
    },
    {
      testclass: 'MongoScriptSampler',
      icon: 'database',
      zh: 'MongoDB 脚本（弃用）',
      en: 'MongoDB Script (deprecated)',
      isDeprecated: true,
      items: [
        text('source', 'MongoDB 源', 'MongoDB source'),
        text('database', '数据库', 'Database name'),
        text('username', '用户名', 'Username'),
        password('password', '密码', 'Password'),
        code('script', '脚本', 'Script', { language: 'javascript' }),
      ],
    },
  ]),
  ...elementsOf('config', [
    {
      testclass: 'JDBCDataSource',
      aliases: ['DataSourceElement'],
      icon: 'database',
      zh: 'JDBC 连接配置',
      en: 'JDBC Connection Configuration',
      items: [
        text('dataSource', '连接池变量名', 'Variable name for created pool'),
        text('dbUrl', '数据库 URL', 'Database URL'),
        choice(
          'driver',
          'JDBC 驱动类',
          'JDBC driver class',
          [
            '',
            'com.mysql.cj.jdbc.Driver',
            'com.mysql.jdbc.Driver',
            'org.postgresql.Driver',
            'oracle.jdbc.OracleDriver',
            'com.microsoft.sqlserver.jdbc.SQLServerDriver',
            'com.ibm.db2.jcc.DB2Driver',
            'org.mariadb.jdbc.Driver',
            'org.h2.Driver',
            'org.sqlite.JDBC',
            'dm.jdbc.driver.DmDriver',
          ],
          { isOpen: true },
        ),
        text('username', '用户名', 'Username'),
        password('password', '密码', 'Password'),
        text('connectionProperties', '连接属性', 'Connection properties'),
        number('poolMax', '最大连接数（0 为每线程一个）', 'Max connections (0 = one per thread)', {
          initial: '0',
        }),
        number('timeout', '最大等待（毫秒）', 'Max wait (ms)', { initial: '10000' }),
        number('trimInterval', '逐出检查间隔（毫秒）', 'Time between eviction runs (ms)', {
          initial: '60000',
          min: -1,
        }),
        flag('autocommit', '自动提交', 'Auto commit', { initial: 'true' }),
        choice('transactionIsolation', '事务隔离级别', 'Transaction isolation', [
          'DEFAULT',
          'TRANSACTION_NONE',
          'TRANSACTION_READ_UNCOMMITTED',
          'TRANSACTION_READ_COMMITTED',
          'TRANSACTION_REPEATABLE_READ',
          'TRANSACTION_SERIALIZABLE',
        ]),
        number('poolPreparedStatements', '预编译语句池（-1 为关闭）', 'Pool prepared statements (-1 = off)', {
          initial: '-1',
          min: -1,
        }),
        flag('preinit', '预先建立连接池', 'Preinit pool'),
        lines('initQuery', '初始化 SQL（每行一条）', 'Init SQL (one per line)'),
        flag('keepAlive', '空闲时检测', 'Test while idle', { initial: 'true' }),
        number('connectionAge', '空闲可逐出时间（毫秒）', 'Soft min evictable idle time (ms)', {
          initial: '5000',
          min: -1,
        }),
        text('checkQuery', '检测语句', 'Validation query'),
      ],
    },
    {
      testclass: 'BoltConnectionElement',
      icon: 'database',
      zh: 'Bolt 连接配置',
      en: 'Bolt Connection Configuration',
      items: [
        text('boltUri', 'Bolt URI', 'Bolt URI', { initial: 'bolt://localhost:7687' }),
        text('username', '用户名', 'Username', { initial: 'neo4j' }),
        password('password', '密码', 'Password'),
        number('maxConnectionPoolSize', '连接池上限', 'Connection pool max size', {
          type: 'int',
          initial: '100',
        }),
      ],
    },
    {
      testclass: 'MongoSourceElement',
      icon: 'database',
      zh: 'MongoDB 源配置（弃用）',
      en: 'MongoDB Source Config (deprecated)',
      isDeprecated: true,
      items: [
        text('connection', '服务器地址列表', 'Server address list'),
        text('source', 'MongoDB 源', 'MongoDB source'),
        flag('autoConnectRetry', '持续重试', 'Keep trying'),
        number('connectionsPerHost', '每主机最大连接数', 'Maximum connections per host', {
          type: 'int',
          initial: '10',
        }),
        number('connectTimeout', '连接超时（毫秒）', 'Connection time-out (ms)', {
          type: 'int',
          initial: '0',
        }),
        flag('continueOnInsertError', '出错时继续', 'Continue on error'),
        number('maxAutoConnectRetryTime', '最长重试时间（毫秒）', 'Maximum retry time (ms)', {
          type: 'long',
          initial: '0',
        }),
        number('maxWaitTime', '最长等待（毫秒）', 'Maximum wait time (ms)', {
          type: 'int',
          initial: '120000',
        }),
        number('socketTimeout', '套接字超时（毫秒）', 'Socket time-out (ms)', { type: 'int', initial: '0' }),
        flag('socketKeepAlive', '保持连接', 'Socket keep alive'),
        number('threadsAllowedToBlockForConnectionMultiplier', '阻塞倍数', 'Block multiplier', {
          type: 'int',
          initial: '5',
        }),
        flag('fsync', 'Fsync', 'Fsync'),
        flag('safe', '安全模式', 'Safe'),
        flag('waitForJournaling', '等待写入 journal', 'Wait for journal'),
        number('writeOperationNumberOfServers', '等待的服务器数', 'Wait for servers', {
          type: 'int',
          initial: '0',
        }),
        number('writeOperationTimeout', '写超时（毫秒）', 'Wait time-out (ms)', {
          type: 'int',
          initial: '0',
        }),
      ],
    },
  ]),
  ...elementsOf('preProcessor', [
    {
      testclass: 'JDBCPreProcessor',
      icon: 'database',
      zh: 'JDBC 预处理程序',
      en: 'JDBC PreProcessor',
      items: jdbcQuery,
    },
  ]),
  ...elementsOf('postProcessor', [
    {
      testclass: 'JDBCPostProcessor',
      icon: 'database',
      zh: 'JDBC 后置处理程序',
      en: 'JDBC PostProcessor',
      items: jdbcQuery,
    },
  ]),
]
