/** Checks an operation of SQL, while it is written and before a run. */
import type { ProblemText, ReportProblem } from '@pone/schema/protocol.ts'
import type { SqlOperation, SqlTarget } from './operation.ts'

/** Texts of what the checks report. */
export const sqlProblems = {
  emptyStatement: { zh: '请填写 SQL 语句', en: 'Enter an SQL statement' },
  emptyProcedure: { zh: '请填写存储过程名称', en: 'Enter the name of the stored procedure' },
  emptyHost: { zh: '请填写数据库主机', en: 'Enter the database host' },
  badHost: {
    zh: '主机“{host}”应只写域名或 IP 地址，端口另填',
    en: 'Host “{host}” must be a host name or IP address only; the port has its own field',
  },
  emptyUser: { zh: '请填写数据库用户名', en: 'Enter the database user name' },
  badNumber: {
    zh: '参数“{value}”不是数字，请改为数字或把类型改为文本',
    en: 'Parameter “{value}” is not a number. Enter a number, or change the type to text',
  },
} as const satisfies Record<string, ProblemText>

/** Checks one operation. */
export function checkOperation(op: SqlOperation, report: ReportProblem): void {
  if (op.kind === 'connect') return checkTarget(op, '', report)
  if (op.kind === 'call' && op.procedure.trim() === '') report('procedure', 'emptyProcedure')
  if ('text' in op && op.text.trim() === '') report('text', 'emptyStatement')
  if (!('parameters' in op)) return
  for (const [index, parameter] of op.parameters.entries()) {
    const { type, value } = parameter
    if ('direction' in parameter && parameter.direction === 'out') continue
    const isFixed = type === 'number' && !value.includes('${')
    if (isFixed && (value.trim() === '' || !Number.isFinite(Number(value)))) {
      report(`parameters.${index}.value`, 'badNumber', { value })
    }
  }
}

/** Checks where a database is; `path` stands before the fields. */
export function checkTarget({ host, user }: SqlTarget, path: string, report: ReportProblem): void {
  const name = host.trim()
  if (name === '') report(`${path}host`, 'emptyHost')
  else if (!name.includes('${') && /[\s/@]|^[^[]*:\d+$/.test(name) && !/^[0-9a-f:.]+$/i.test(name)) {
    report(`${path}host`, 'badHost', { host: name })
  }
  if (user.trim() === '') report(`${path}user`, 'emptyUser')
}
