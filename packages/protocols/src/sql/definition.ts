/** SQL (PostgreSQL, MySQL and MariaDB), as far as a browser may know it. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { OfferedOperation, PairTexts, ProtocolDefinition } from '@pone/schema/protocol.ts'
import {
  type SqlConnect,
  type SqlOperation,
  sqlOperationSchema,
  usualSqlPorts,
} from './definition/operation.ts'
import { operationForm } from './definition/operation-form.ts'
import { checkOperation, sqlProblems } from './definition/operation-rules.ts'
import { type SqlSettings, sqlSettingsSchema } from './definition/settings.ts'

const resultCheckpoints = [
  'cell',
  'count',
  'affectedRows',
  'jsonPath',
  'regex',
  'body',
  'responseTime',
  'size',
] as const
const resultExtractors = ['cell', 'count', 'affectedRows', 'jsonPath', 'regex', 'boundary'] as const

/** What is not a result has only a duration to look at. */
const withoutResult = { checkpointSources: ['responseTime'], extractorSources: [] } as const

function offered(
  kind: SqlOperation['kind'],
  title: OfferedOperation<SqlOperation>['title'],
  more: Partial<OfferedOperation<SqlOperation>> = {},
): OfferedOperation<SqlOperation> {
  return {
    key: kind,
    title,
    defaults: () => sqlOperationSchema.parse({ kind }),
    form: operationForm,
    ...more,
  }
}

const connectionPairs: PairTexts = {
  connection: { title: { zh: '连接名称', en: 'Connection name' } },
  driver: {
    title: { zh: '数据库类型', en: 'Database type' },
    values: {
      postgresql: { zh: 'PostgreSQL', en: 'PostgreSQL' },
      mysql: { zh: 'MySQL / MariaDB', en: 'MySQL / MariaDB' },
    },
  },
  user: { title: { zh: '用户名', en: 'User name' } },
  tls: {
    title: { zh: 'TLS', en: 'TLS' },
    values: { on: { zh: '使用', en: 'on' }, off: { zh: '不使用', en: 'off' } },
  },
  scope: {
    title: { zh: '连接方式', en: 'Connection mode' },
    values: { user: { zh: '每个用户一个连接', en: 'One per user' }, pool: { zh: '连接池', en: 'Pool' } },
  },
  poolSize: { title: { zh: '连接池上限', en: 'Max pool size' } },
}

const figurePairs: PairTexts = {
  rows: { title: { zh: '读取行数', en: 'Rows fetched' } },
  affectedRows: { title: { zh: '影响行数', en: 'Rows affected' } },
  keptRows: { title: { zh: '保留行数', en: 'Rows kept' } },
}

export const sql: ProtocolDefinition<'sql', SqlOperation, SqlSettings> = {
  name: 'sql',
  title: { zh: 'SQL 数据库', en: 'SQL' },
  operation: {
    schema: sqlOperationSchema,
    check: checkOperation,
    files: () => [],
    credentials: op =>
      op.kind === 'connect'
        ? [{ field: 'password', value: op.password, owner: `${op.user}@${op.host}` }]
        : [],
  },
  settings: { schema: sqlSettingsSchema, check: () => undefined, files: () => [], credentials: () => [] },
  operations: [
    offered('query', { zh: 'SQL 查询', en: 'SQL query' }, { mainField: 'text' }),
    offered(
      'execute',
      { zh: 'SQL 执行', en: 'SQL execute' },
      {
        mainField: 'text',
        checkpointSources: ['affectedRows', 'responseTime'],
        extractorSources: ['affectedRows'],
      },
    ),
    offered('prepared', { zh: 'SQL 预编译语句', en: 'SQL prepared statement' }, { mainField: 'text' }),
    offered('call', { zh: 'SQL 存储过程', en: 'SQL procedure' }, { mainField: 'procedure' }),
    offered('connect', { zh: 'SQL 连接', en: 'SQL connect' }, withoutResult),
    offered('begin', { zh: 'SQL 开始事务', en: 'SQL begin' }, withoutResult),
    offered('commit', { zh: 'SQL 提交', en: 'SQL commit' }, withoutResult),
    offered('rollback', { zh: 'SQL 回滚', en: 'SQL roll back' }, withoutResult),
    offered('close', { zh: 'SQL 断开连接', en: 'SQL close' }, withoutResult),
  ],
  keyOf: ({ kind }) => kind,
  summary: summaryOf,
  titleOf,
  responseTimeoutMs: op => ('timeoutMs' in op && op.kind !== 'connect' ? op.timeoutMs : 0),
  targetOf: (op, _settings, filled) => ({
    address: op.kind === 'connect' ? targetAddress(op, filled) : null,
    connection: op.connection,
  }),
  problems: sqlProblems,
  checkpointSources: resultCheckpoints,
  extractorSources: resultExtractors,
  phases: [
    { key: 'poolWait', title: { zh: '等待连接池', en: 'Wait for pool' } },
    { key: 'dns', title: { zh: '域名解析', en: 'Name look-up' } },
    { key: 'connect', title: { zh: '建立连接', en: 'Connect' } },
    { key: 'tls', title: { zh: 'TLS 握手', en: 'TLS handshake' } },
    { key: 'login', title: { zh: '登录', en: 'Sign in' } },
    { key: 'execute', title: { zh: '执行（到首行）', en: 'Execute (to first row)' } },
    { key: 'fetch', title: { zh: '读取结果', en: 'Fetch' } },
  ],
  metrics: [
    { key: 'sqlRowsFetched', title: { zh: '读取行数', en: 'Rows fetched' }, kind: 'counter', unit: 'count' },
    {
      key: 'sqlRowsAffected',
      title: { zh: '影响行数', en: 'Rows affected' },
      kind: 'counter',
      unit: 'count',
    },
  ],
  sections: [
    { key: 'statement', title: { zh: '语句', en: 'Statement' } },
    { key: 'parameters', title: { zh: '绑定参数', en: 'Bound parameters' } },
    { key: 'connection', title: { zh: '连接', en: 'Connection' }, pairs: connectionPairs },
    { key: 'figures', title: { zh: '结果概要', en: 'Result summary' }, pairs: figurePairs },
    { key: 'back', title: { zh: '输出参数', en: 'Output parameters' } },
    { key: 'result', title: { zh: '结果表', en: 'Result table' } },
  ],
}

const maxSummaryLength = 80

/** What an operation without a statement of its own is called in the tree. */
const titles: Partial<Record<SqlOperation['kind'], Bilingual>> = {
  connect: { zh: '连接', en: 'Connect' },
  begin: { zh: '开始事务', en: 'Begin' },
  commit: { zh: '提交', en: 'Commit' },
  rollback: { zh: '回滚', en: 'Roll back' },
  close: { zh: '断开连接', en: 'Close' },
}

function titleOf(op: SqlOperation): Bilingual {
  const title = titles[op.kind]
  const summary = summaryOf(op)
  if (title === undefined) return { zh: summary, en: summary }
  const where =
    op.kind === 'connect'
      ? ` ${addressOf(op)}${op.connection === 'default' ? '' : ` (${op.connection})`}`
      : op.connection === 'default'
        ? ''
        : ` ${op.connection}`
  return { zh: title.zh + where, en: title.en + where }
}

function targetAddress({ driver, host, port }: SqlConnect, filled: (text: string) => string): string {
  const name = filled(host.trim())
  const known = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name
  return `${known}:${port === 0 ? usualSqlPorts[driver] : port}`
}

const addressOf = ({ driver, host, port, database }: SqlConnect): string =>
  `${driver} ${host}${port === 0 ? '' : `:${port}`}/${database}`

function summaryOf(op: SqlOperation): string {
  const text = (() => {
    switch (op.kind) {
      case 'connect':
        return `connect ${addressOf(op)}`
      case 'call':
        return `CALL ${op.procedure}`
      case 'query':
      case 'execute':
      case 'prepared':
        return op.text.replaceAll(/\s+/g, ' ').trim() || op.kind
      default:
        return op.kind
    }
  })()
  const line = op.connection === 'default' ? text : `${op.connection}: ${text}`
  return line.length > maxSummaryLength ? `${line.slice(0, maxSummaryLength - 1)}…` : line
}
