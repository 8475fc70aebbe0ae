/** SQL (PostgreSQL, MySQL and MariaDB), as far as a browser may know it. */
import type { OfferedOperation, ProtocolDefinition } from '@pone/schema/protocol.ts'
import { type SqlOperation, sqlOperationSchema } from './definition/operation.ts'
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
  responseTimeoutMs: op => ('timeoutMs' in op && op.kind !== 'connect' ? op.timeoutMs : 0),
  problems: sqlProblems,
  checkpointSources: resultCheckpoints,
  extractorSources: resultExtractors,
  phases: [
    { key: 'poolWait', title: { zh: '等待连接池', en: 'Waiting for the pool' } },
    { key: 'dns', title: { zh: '域名解析', en: 'Name look-up' } },
    { key: 'connect', title: { zh: '建立连接', en: 'Connecting' } },
    { key: 'tls', title: { zh: 'TLS 握手', en: 'TLS handshake' } },
    { key: 'login', title: { zh: '登录', en: 'Log-in' } },
    { key: 'execute', title: { zh: '执行（到首行）', en: 'Execution (to the first row)' } },
    { key: 'fetch', title: { zh: '读取结果', en: 'Fetching' } },
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
    { key: 'connection', title: { zh: '连接', en: 'Connection' } },
    { key: 'figures', title: { zh: '结果概要', en: 'Figures of the result' } },
    { key: 'result', title: { zh: '结果表', en: 'Result' } },
  ],
}

const maxSummaryLength = 80

function summaryOf(op: SqlOperation): string {
  const text = (() => {
    switch (op.kind) {
      case 'connect':
        return `connect ${op.driver} ${op.host}${op.port === 0 ? '' : `:${op.port}`}/${op.database}`
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
