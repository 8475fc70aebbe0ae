/** The forms by which operations of SQL are edited. */
import type { FieldOption, Form, FormField, FormItem, FormValues, TableColumn } from '@pone/schema/form.ts'

const isKind =
  (...kinds: string[]) =>
  ({ kind }: FormValues) =>
    kinds.some(each => each === kind)

const driverOptions: readonly FieldOption[] = [
  { value: 'postgresql', label: { zh: 'PostgreSQL', en: 'PostgreSQL' } },
  { value: 'mysql', label: { zh: 'MySQL / MariaDB', en: 'MySQL / MariaDB' } },
]

/** Where a database is and who logs in; `prefix` stands before the names. */
export const targetFields = (prefix = ''): FormItem[] => [
  {
    name: `${prefix}driver`,
    label: { zh: '数据库类型', en: 'Database type' },
    hint: {
      zh: '决定默认端口和绑定参数的占位符。',
      en: 'Determines the default port and the placeholders of bound parameters.',
    },
    widget: 'choice',
    options: driverOptions,
  },
  {
    item: 'row',
    label: { zh: '主机与端口', en: 'Host and port' },
    hint: { zh: '端口填 0 表示使用该数据库的默认端口', en: 'Port 0 uses the default port of the database' },
    fields: [
      { name: `${prefix}host`, label: { zh: '主机', en: 'Host' }, widget: 'template' },
      { name: `${prefix}port`, label: { zh: '端口', en: 'Port' }, widget: 'number' },
    ],
  },
  {
    name: `${prefix}database`,
    label: { zh: '数据库名', en: 'Database name' },
    widget: 'template',
    widthPx: 400,
  },
  { name: `${prefix}user`, label: { zh: '用户名', en: 'User name' }, widget: 'template', widthPx: 400 },
  { name: `${prefix}password`, label: { zh: '密码', en: 'Password' }, widget: 'credential', widthPx: 400 },
  {
    name: `${prefix}tls`,
    label: { zh: '使用 TLS', en: 'Use TLS' },
    hint: {
      zh: '是否校验证书、使用哪个客户端证书，由运行设置决定',
      en: 'Certificate verification and client certificate are set in the run-time settings',
    },
    widget: 'boolean',
  },
]

const connectionName: FormField = {
  name: 'connection',
  label: { zh: '连接名称', en: 'Connection name' },
  hint: {
    zh: '同一用户的各步骤按名称使用连接；一般保持 default',
    en: 'Steps of a user refer to the connection by this name; usually default',
  },
  widget: 'text',
  widthPx: 240,
}

const connectItems: FormItem[] = [
  {
    name: 'scope',
    label: { zh: '连接方式', en: 'Connection mode' },
    hint: {
      zh: '每个用户一个连接，如同客户端程序；连接池由一个压测进程的用户共用，如同应用服务器。',
      en: 'One connection per user, as in client programs. A pool is shared by the users of an engine process, as in application servers.',
    },
    widget: 'choice',
    options: [
      { value: 'user', label: { zh: '每个用户一个连接', en: 'One per user' } },
      { value: 'pool', label: { zh: '连接池', en: 'Pool' } },
    ],
    when: isKind('connect'),
  },
  {
    name: 'poolSize',
    label: { zh: '连接池上限', en: 'Max pool size' },
    hint: {
      zh: '每个压测进程最多打开的连接数；没有空闲连接时用户排队等待',
      en: 'Max number of connections opened by each engine process. Users wait for a free connection',
    },
    widget: 'number',
    when: ({ kind, scope }) => kind === 'connect' && scope === 'pool',
  },
  {
    name: 'keep',
    label: { zh: '保持到', en: 'Keep until' },
    hint: {
      zh: '默认保持到用户结束；每次迭代重新连接可以测试建立连接的开销。',
      en: 'By default, connections are kept until the user ends. Reconnecting in each iteration tests the cost of connecting.',
    },
    widget: 'choice',
    options: [
      { value: 'user', label: { zh: '用户结束', en: 'End of the user' } },
      { value: 'iteration', label: { zh: '本次迭代结束', en: 'End of the iteration' } },
    ],
    when: isKind('connect'),
  },
  {
    name: 'reconnect',
    label: { zh: '断开后重连', en: 'Reconnect' },
    hint: {
      zh: '连接断开后，下一次使用时重新连接，而不是报 connectionLost',
      en: 'Reconnects at the next use after a connection is lost, instead of failing with connectionLost',
    },
    widget: 'boolean',
    when: isKind('connect'),
  },
]

const parameterColumns: readonly TableColumn[] = [
  { name: 'value', label: { zh: '值', en: 'Value' }, widget: 'template' },
  {
    name: 'type',
    label: { zh: '类型', en: 'Type' },
    widget: 'choice',
    options: [
      { value: 'text', label: { zh: '文本', en: 'Text' } },
      { value: 'number', label: { zh: '数字', en: 'Number' } },
      { value: 'null', label: { zh: 'NULL', en: 'NULL' } },
    ],
  },
]

const procedureParameters: FormField = {
  name: 'parameters',
  label: { zh: '参数', en: 'Parameters' },
  hint: {
    zh: '按顺序绑定。OUT 与 INOUT 参数的返回值用单元格 @序号 读取，例如第 2 个参数写 @2',
    en: 'Bound in order. Return values of OUT and INOUT parameters are available as cell @n, for example @2 for the second parameter',
  },
  widget: 'table',
  columns: [
    {
      name: 'direction',
      label: { zh: '方向', en: 'Direction' },
      widget: 'choice',
      options: [
        { value: 'in', label: { zh: 'IN', en: 'IN' } },
        { value: 'inOut', label: { zh: 'INOUT', en: 'INOUT' } },
        { value: 'out', label: { zh: 'OUT', en: 'OUT' } },
      ],
    },
    ...parameterColumns,
  ],
  newRow: { direction: 'in', value: '', type: 'text' },
  isNumbered: true,
  when: isKind('call'),
}

const statementItems: FormItem[] = [
  {
    name: 'text',
    label: { zh: 'SQL 语句', en: 'SQL statement' },
    hint: {
      zh: '可使用 ${变量}。绑定参数的占位符：PostgreSQL 写 $1、$2，MySQL 写 ?',
      en: '${variables} can be used. Placeholders of bound parameters: $1, $2 in PostgreSQL, ? in MySQL',
    },
    widget: 'template',
    lines: 6,
    when: isKind('query', 'execute', 'prepared'),
  },
  {
    name: 'procedure',
    label: { zh: '存储过程', en: 'Procedure' },
    widget: 'template',
    when: isKind('call'),
  },
  {
    name: 'parameters',
    label: { zh: '绑定参数', en: 'Bound parameters' },
    hint: {
      zh: '按顺序绑定，由数据库处理，值中的引号不会变成 SQL',
      en: 'Bound in order and processed by the database, so that quotes in values cannot become SQL',
    },
    widget: 'table',
    columns: parameterColumns,
    newRow: { value: '', type: 'text' },
    isNumbered: true,
    when: isKind('query', 'execute', 'prepared'),
  },
  procedureParameters,
  {
    name: 'isolation',
    label: { zh: '隔离级别', en: 'Isolation level' },
    hint: { zh: '只对这个事务有效。', en: 'Applies to this transaction only.' },
    widget: 'choice',
    look: 'list',
    options: [
      { value: 'default', label: { zh: '数据库默认', en: 'Database default' } },
      { value: 'readUncommitted', label: { zh: '读未提交', en: 'Read uncommitted' } },
      { value: 'readCommitted', label: { zh: '读已提交', en: 'Read committed' } },
      { value: 'repeatableRead', label: { zh: '可重复读', en: 'Repeatable read' } },
      { value: 'serializable', label: { zh: '可串行化', en: 'Serializable' } },
    ],
    when: isKind('begin'),
  },
  {
    name: 'maxRows',
    label: { zh: '保留行数', en: 'Rows to keep' },
    hint: {
      zh: '供检查点、提取器和调试查看；所有行都会读取并计数',
      en: 'Available to checkpoints, extractors and debugging; all rows are fetched and counted',
    },
    widget: 'number',
    when: isKind('query', 'prepared', 'call'),
  },
  {
    name: 'maxLength',
    label: { zh: '保留字符数', en: 'Characters to keep' },
    hint: { zh: '以 1024 个字符为单位', en: 'In units of 1,024 characters' },
    widget: 'number',
    unit: '× 1024',
    factor: 1_024,
    when: isKind('query', 'prepared', 'call'),
  },
]

/** All operations in one form; each shows its own fields. */
export const operationForm: Form = [
  connectionName,
  ...targetFields().map((item): FormItem => ({ ...item, when: isKind('connect') })),
  ...connectItems,
  ...statementItems,
  {
    name: 'timeoutMs',
    label: { zh: '超时', en: 'Time-out' },
    hint: {
      zh: '填 0 使用运行设置中的超时；到时由数据库取消该语句',
      en: '0 uses the time-out of the run-time settings. When it elapses, the database is asked to cancel the statement',
    },
    widget: 'number',
    unit: 'ms',
    when: ({ kind }) => kind !== 'close',
  },
]
