import { fieldsOf, isField, isVisible, valueAt } from '@pone/schema/form.ts'
import { expect, test } from 'vitest'
import { pairText } from '../definitions.ts'
import { sqlOperationSchema } from './definition/operation.ts'
import { sql } from './definition.ts'

const problemsOf = (op: object) => {
  const problems: string[] = []
  sql.operation.check(sqlOperationSchema.parse(op), (field, code) => problems.push(`${field} ${code}`), {
    settings: {},
    attachmentIds: undefined,
  })
  return problems
}

test.each([
  [{ kind: 'query', text: ' ' }, ['text emptyStatement']],
  [{ kind: 'call' }, ['procedure emptyProcedure']],
  [{ kind: 'connect' }, ['host emptyHost', 'user emptyUser']],
  [{ kind: 'connect', host: 'db.test:5432', user: 'u' }, ['host badHost']],
  [{ kind: 'connect', host: 'postgres://db', user: 'u' }, ['host badHost']],
  [{ kind: 'connect', host: '::1', user: 'u' }, []],
  [{ kind: 'connect', host: '${host}', user: '${user}' }, []],
  [
    { kind: 'query', text: 'SELECT ?', parameters: [{ value: 'x', type: 'number' }] },
    ['parameters.0.value badNumber'],
  ],
  [
    { kind: 'query', text: 'SELECT ?', parameters: [{ value: '${x}', type: 'number' }, { type: 'null' }] },
    [],
  ],
  [{ kind: 'commit' }, []],
])('problems of %o', (op, problems) => {
  expect(problemsOf(op)).toEqual(problems)
})

test.each([
  [{ kind: 'query', text: 'SELECT *\n  FROM t' }, 'SELECT * FROM t'],
  [{ kind: 'query', connection: 'stock', text: 'SELECT 1' }, 'stock: SELECT 1'],
  [{ kind: 'connect', host: 'db', database: 'shop' }, 'connect postgresql db/shop'],
  [{ kind: 'call', procedure: 'book' }, 'CALL book'],
  [{ kind: 'begin' }, 'begin'],
])('the summary of %o', (op, summary) => {
  expect(sql.summary(sqlOperationSchema.parse(op))).toBe(summary)
})

test('a password is a credential, sealed and masked', () => {
  const op = sqlOperationSchema.parse({ kind: 'connect', host: 'db', user: 'u', password: 'p' })
  expect(sql.operation.credentials(op)).toEqual([{ field: 'password', value: 'p', owner: 'u@db' }])
})

test.each(sql.operations.map(({ key }) => key))(
  'the form of %s shows fields that the operation has, and each of them',
  key => {
    const offered = sql.operations.find(operation => operation.key === key)
    if (offered?.form === undefined) throw new Error(`${key} has no form`)
    const values = { ...offered.defaults(), scope: 'pool' }
    const shown = offered.form.filter(item => isVisible(item.when, values))
    const names = shown.flatMap(item => (isField(item) ? [item] : fieldsOf([item]))).map(({ name }) => name)
    for (const name of names) expect(valueAt(values, name), name).toBeDefined()
    const own = Object.keys(offered.defaults()).filter(name => name !== 'kind')
    expect([...names].toSorted()).toEqual(own.toSorted())
  },
)

test.each([
  [
    { kind: 'connect', host: 'db', database: 'shop', connection: 'b' },
    '连接 postgresql db/shop (b)',
    'Connect postgresql db/shop (b)',
  ],
  [{ kind: 'begin' }, '开始事务', 'Begin'],
  [{ kind: 'close', connection: 'b' }, '断开连接 b', 'Close b'],
  [{ kind: 'query', text: 'SELECT 1' }, 'SELECT 1', 'SELECT 1'],
])('the tree calls %j by its title in both languages', (op, zh, en) => {
  expect(sql.titleOf?.(sqlOperationSchema.parse(op))).toEqual({ zh, en })
})

test('names and words of the debug view are shown in both languages, what a user wrote as it is', () => {
  expect(pairText('sql', 'connection', ['scope', 'pool'])).toEqual([
    { zh: '连接方式', en: 'Connection mode' },
    { zh: '连接池', en: 'Pool' },
  ])
  expect(pairText('sql', 'connection', ['user', 'on'])[1]).toEqual({ zh: 'on', en: 'on' })
  expect(pairText('sql', 'parameters', ['1', 'off'])).toEqual([
    { zh: '1', en: '1' },
    { zh: 'off', en: 'off' },
  ])
})
