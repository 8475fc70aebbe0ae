/** SQL steps as JDBC elements and back: what has a counterpart is unchanged, everything else is reported by name. */
import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import { describe, expect, test } from 'vitest'
import { type JmxNode, walkNodes } from '../../jmx/plan.ts'
import { planOf, planText } from '../../jmx/test-plans.ts'
import { valueOf } from '../scope.ts'
import { toComponents } from '../to-components.ts'
import { toPlan } from '../to-plan.ts'
import { readParameters, toPlaces, toQuestionMarks, writeParameters } from './bound-parameters.ts'
import { jdbcUrl, readJdbcUrl } from './jdbc-url.ts'

const step = (id: string, sql: object, more: object = {}) => ({
  id,
  name: '',
  kind: 'request',
  protocol: 'sql',
  sql,
  ...more,
})
const connect = {
  kind: 'connect',
  driver: 'postgresql',
  host: 'db.example',
  port: 5433,
  database: 'shop',
  user: 'li',
  password: '${secret}',
}
const documentOf = (...steps: object[]): ComponentDocument =>
  componentDocumentSchema.parse({
    steps: [{ id: 'o', name: '', kind: 'once', children: [step('c', connect)] }, ...steps],
  })

const withoutIds = (steps: readonly Step[]): unknown =>
  JSON.parse(JSON.stringify(steps, (key, value: unknown) => (key === 'id' ? undefined : value)))

function there(document: ComponentDocument) {
  const { text, left } = toPlan('Shop', document)
  const plan = planOf(text)
  const nodes = [...walkNodes(plan.roots)]
  const back = toComponents(plan).components[0]?.document.steps ?? []
  return { left: left.map(({ testname, text: { en } }) => `${testname}: ${en}`), nodes, back }
}
const samplers = (nodes: readonly JmxNode[]) => nodes.filter(({ testclass }) => testclass === 'JDBCSampler')

describe('a component with SQL as a plan', () => {
  test.each([
    ['a query', { kind: 'query', text: 'SELECT * FROM item WHERE id = ${id}' }, 'Select Statement'],
    ['a change', { kind: 'execute', text: 'DELETE FROM item', timeoutMs: 5_000 }, 'Update Statement'],
    [
      'a prepared query',
      { kind: 'prepared', text: 'SELECT $1::int', parameters: [{ value: '7', type: 'number' }] },
      'Prepared Select Statement',
    ],
    [
      'a prepared change',
      {
        kind: 'prepared',
        text: "UPDATE item SET a = $1 WHERE b = '?'",
        parameters: [{ value: 'x' }],
        maxRows: 5,
      },
      'Prepared Update Statement',
    ],
    [
      'a procedure',
      { kind: 'call', procedure: 'pay', parameters: [{ value: '${id}' }, { type: 'null' }] },
      'Callable Statement',
    ],
    ['the begin of a transaction', { kind: 'begin' }, 'AutoCommit(false)'],
    ['a commit', { kind: 'commit' }, 'AutoCommit(true)'],
  ])('%s comes back as it was, and nothing is reported', (_, sql, queryType) => {
    const document = documentOf(step('1', sql))
    const { left, nodes, back } = there(document)
    expect(left).toEqual([])
    expect(samplers(nodes).map(node => valueOf(node, 'queryType'))).toEqual([queryType])
    expect(withoutIds(back)).toEqual(withoutIds(document.steps))
  })

  test('a connection is the configuration of a pool with the address of its database', () => {
    const { nodes } = there(documentOf())
    const pool = nodes.find(({ testclass }) => testclass === 'JDBCDataSource')
    const values = ['dataSource', 'dbUrl', 'driver', 'username', 'password', 'poolMax', 'timeout'].map(
      name => pool && valueOf(pool, name),
    )
    expect(values).toEqual([
      'default',
      'jdbc:postgresql://db.example:5433/shop',
      'org.postgresql.Driver',
      'li',
      '${secret}',
      '0',
      '10000',
    ])
  })

  test('values with commas, quotes and NULL are bound as they are', () => {
    const parameters = [
      { value: 'a,b', type: 'text' },
      { value: 'say "hi"', type: 'text' },
      { value: '${name}', type: 'text' },
      { value: '', type: 'null' },
      { value: '1.5', type: 'number' },
    ]
    const document = documentOf(
      step('1', { kind: 'prepared', text: 'SELECT $1, $2, $3, $4, $5', parameters }),
    )
    const { left, nodes, back } = there(document)
    expect(left).toEqual([])
    expect(samplers(nodes).map(node => valueOf(node, 'queryArguments'))).toEqual([
      '"a,b","say ""hi""","${name}",]NULL[,1.5',
    ])
    expect(withoutIds(back)).toEqual(withoutIds(document.steps))
  })

  test('a query with bound parameters is prepared there, which is the same', () => {
    const sql = { kind: 'query', text: 'SELECT $1', parameters: [{ value: '1' }] }
    expect(there(documentOf(step('1', sql))).left).toEqual([])
  })

  test('columns that extractors take by number get JMeter’s names, and all rows are walked by a ForEach controller', () => {
    const extractor = (variable: string, expression: string, match = 1) => ({
      id: variable,
      source: 'cell',
      variable,
      expression,
      match,
      defaultValue: '',
    })
    const document = documentOf(
      step(
        '1',
        { kind: 'query', text: 'SELECT a, b, c FROM t' },
        {
          extractors: [extractor('id_1', '1[1]'), extractor('id_2', '1[2]'), extractor('names', '3', -1)],
        },
      ),
      { id: '2', name: '', kind: 'loop', count: '${id_1}', children: [] },
      { id: '3', name: '', kind: 'loop', count: '${id_2}', children: [] },
      { id: '4', name: '', kind: 'forEach', items: '${names}', separator: ',', variable: 'n', children: [] },
    )
    const { nodes, back } = there(document)
    expect(samplers(nodes).map(node => valueOf(node, 'variableNames'))).toEqual(['id,,names'])
    expect(withoutIds(back)).toEqual(withoutIds(document.steps))
  })

  test('parts without a counterpart in JMeter are reported by name', () => {
    const document = componentDocumentSchema.parse({
      steps: [
        step('a', { ...connect, keep: 'iteration', reconnect: true }, { name: 'Log in' }),
        step('b', { kind: 'rollback' }, { name: 'Undo' }),
        step(
          'd',
          { kind: 'query', text: 'SELECT 1', maxLength: 9 },
          {
            name: 'Read',
            checkpoints: [
              { id: '1', source: 'cell', operator: 'equals', expression: 'a[1]', expected: '1' },
              { id: '2', source: 'responseTime', operator: 'lessOrEqual', expected: '500' },
            ],
            extractors: [
              { id: '1', source: 'cell', variable: 'x', expression: 'amount[1]', defaultValue: '' },
            ],
          },
        ),
        step('e', { kind: 'close' }, { name: 'Leave' }),
        {
          id: 'f',
          name: 'Hello',
          kind: 'request',
          protocol: 'webSocket',
          webSocket: { kind: 'send', data: 'hi' },
        },
      ],
    })
    const { left, nodes } = there(document)
    expect(left).toEqual([
      'Log in: JMeter keeps its pool open for the whole test and does not connect again in each iteration',
      'Undo: After it the connection of JMeter stays without autocommit until the next commit or AutoCommit(true)',
      'Leave: Has no counterpart and is left out',
      'Hello: JMeter has no element of its own for WebSocket; it is left out',
      'Log in: The setting sql.keep = iteration has no counterpart',
      'Log in: The setting sql.reconnect = true has no counterpart',
      'Read: The setting sql.maxLength = 9 has no counterpart',
      expect.stringMatching(/^Read: The setting checkpoints\.1 = .*"source":"cell"/),
      expect.stringMatching(/^Read: The setting extractors\.1 = .*"variable":"x"/),
    ])
    expect(nodes.filter(({ testclass }) => testclass === 'DurationAssertion')).toHaveLength(1)
  })
})

const bean = (testclass: string, name: string, values: Record<string, string>) =>
  `<${testclass} guiclass="TestBeanGUI" testclass="${testclass}" testname="${name}">${Object.entries(values)
    .map(([key, value]) => `<stringProp name="${key}">${value}</stringProp>`)
    .join('')}</${testclass}><hashTree/>`

const jmeterPlan = (outside: string, inside: string) =>
  planOf(`<jmeterTestPlan version="1.2" properties="5.0"><hashTree>
<TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="Plan"/><hashTree>${outside}
<ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="Users"/><hashTree>${inside}</hashTree>
</hashTree></hashTree></jmeterTestPlan>`)

describe('a plan with JDBC as a component', () => {
  const mysql = {
    dataSource: 'shop',
    dbUrl: 'jdbc:mysql://db:3307/shop?useSSL=true&amp;characterEncoding=utf8',
    driver: 'com.mysql.cj.jdbc.Driver',
    username: 'u',
    password: 'p',
    poolMax: '8',
    initQuery: 'SET x = 1',
    autocommit: 'false',
  }

  test('pools that its requests use are opened once, before all else; others are reported', () => {
    const plan = jmeterPlan(
      bean('JDBCDataSource', 'Pool', mysql) +
        bean('JDBCDataSource', 'Unused', { ...mysql, dataSource: 'other' }) +
        bean('JDBCDataSource', 'Oracle', { dataSource: 'ora', dbUrl: 'jdbc:oracle:thin:@db:1521/x' }),
      bean('JDBCSampler', 'Read', { dataSource: 'shop', queryType: 'Select Statement', query: 'SELECT ?' }) +
        bean('JDBCSampler', 'Far', { dataSource: 'ora', queryType: 'Select Statement', query: 'SELECT 1' }),
    )
    const { components, left } = toComponents(plan)
    expect(components[0]?.document.steps).toMatchObject([
      {
        kind: 'once',
        children: [
          {
            name: 'Pool',
            sql: {
              kind: 'connect',
              connection: 'shop',
              driver: 'mysql',
              host: 'db',
              port: 3_307,
              database: 'shop',
              user: 'u',
              password: 'p',
              tls: true,
              scope: 'pool',
              poolSize: 8,
            },
          },
        ],
      },
      { name: 'Read', sql: { kind: 'query', text: 'SELECT ?', connection: 'shop' } },
      { name: 'Far', sql: { kind: 'query', connection: 'ora' } },
    ])
    expect(left.map(({ testname, text }) => `${testname}: ${text.en}`)).toEqual([
      'Pool: The setting dbUrl = characterEncoding=utf8 has no counterpart',
      'Pool: The setting initQuery = SET x = 1 has no counterpart',
      'Pool: The setting autocommit = false has no counterpart',
      'Unused: No request was carried that it would hold for, so it is left out',
      'Oracle: The database jdbc:oracle:thin:@db:1521/x was not carried: only PostgreSQL, MySQL and MariaDB can be reached',
    ])
  })

  const request = (values: Record<string, string>) => {
    const postgres = { dataSource: 'pg', dbUrl: 'jdbc:postgresql://h/d' }
    const plan = jmeterPlan(
      bean('JDBCDataSource', 'Pool', postgres),
      bean('JDBCSampler', 'Do', { dataSource: 'pg', ...values }),
    )
    const { components, left } = toComponents(plan)
    const found = components[0]?.document.steps[1]
    return {
      step: found?.kind === 'request' && found.protocol === 'sql' ? found : undefined,
      left: left.map(({ text }) => text.en),
    }
  }

  test.each([
    ['Commit', { kind: 'commit' }],
    ['Rollback', { kind: 'rollback' }],
  ])('%s ends a transaction, and that none begins by itself is reported', (queryType, sql) => {
    const { step: made, left } = request({ queryType })
    expect(made?.sql).toMatchObject(sql)
    expect(left).toEqual([expect.stringContaining('No new transaction begins by itself')])
  })

  test('a prepared statement has the places of its database and typed parameters', () => {
    const { step: made, left } = request({
      queryType: 'Prepared Update Statement',
      query: 'UPDATE t SET a = ?, b = &apos;?&apos; WHERE c = ?',
      queryArguments: '${a},]NULL[,2024-01-01',
      queryArgumentsTypes: 'INTEGER,VARCHAR,DATE',
    })
    expect(made?.sql).toMatchObject({
      kind: 'prepared',
      text: "UPDATE t SET a = $1, b = '?' WHERE c = $2",
      parameters: [
        { value: '${a}', type: 'number' },
        { value: '', type: 'null' },
        { value: '2024-01-01', type: 'text' },
      ],
    })
    expect(left).toEqual(['The setting queryArgumentsTypes = DATE has no counterpart'])
  })

  test.each([
    ['{call pay(?, ?)}', { kind: 'call', procedure: 'pay' }],
    ['call shop.pay', { kind: 'call', procedure: 'shop.pay' }],
    ['{call pay(1)}', { kind: 'query', text: 'call pay(1)' }],
  ])('the call %s is carried', (query, sql) => {
    expect(request({ queryType: 'Callable Statement', query }).step?.sql).toMatchObject(sql)
  })

  test('time-out, rows and names of columns are converted, an object of the result is reported', () => {
    const { step: made, left } = request({
      queryType: 'Select Statement',
      query: 'SELECT a, b',
      queryTimeout: '7',
      resultSetMaxRows: '20',
      variableNames: 'a, b',
      resultVariable: 'all',
    })
    expect(made?.sql).toMatchObject({ timeoutMs: 7_000, maxRows: 20 })
    expect(made?.extractors).toMatchObject([
      { source: 'cell', variable: 'a_1', expression: '1[1]', match: 1, defaultValue: '' },
      { source: 'cell', variable: 'b_1', expression: '2[1]' },
    ])
    expect(left).toEqual(['The setting resultVariable = all has no counterpart'])
    expect(request({ resultSetHandler: 'Count Records', query: 'SELECT 1' }).step?.sql).toMatchObject({
      maxRows: 0,
    })
  })

  test('a query type from a variable is a query, and is reported', () => {
    const { step: made, left } = request({ queryType: '${kind}', query: 'SELECT 1' })
    expect(made?.sql.kind).toBe('query')
    expect(left).toEqual(['The setting queryType = ${kind} has no counterpart'])
  })
})

describe('addresses of databases', () => {
  test.each([
    [{ driver: 'postgresql', host: 'h', port: 0, database: 'd', tls: false }, 'jdbc:postgresql://h/d'],
    [
      { driver: 'mysql', host: '${h}', port: 1, database: '', tls: true },
      'jdbc:mysql://${h}:1/?sslMode=REQUIRED',
    ],
  ] as const)('%o is %s, both ways', (place, url) => {
    expect(jdbcUrl(place)).toBe(url)
    expect(readJdbcUrl(url)).toEqual({ ...place, user: '', password: '', others: [] })
  })
  test.each([
    ['jdbc:mariadb://h:1/d?user=a&password=b=c', { driver: 'mysql', user: 'a', password: 'b=c', tls: false }],
    ['jdbc:postgresql://h/d?ssl=true', { tls: true, others: [] }],
    ['jdbc:postgresql://h/d?sslmode=disable', { tls: false, others: [] }],
    ['jdbc:mysql://h/d?useSSL=false', { tls: false, others: [] }],
    ['jdbc:postgresql://h:${port}/d', { host: 'h', port: 0, others: ['port=${port}'] }],
    ['jdbc:postgresql://[::1]:5433/d', { host: '[::1]', port: 5_433 }],
  ])('%s is read', (url, place) => expect(readJdbcUrl(url)).toMatchObject(place))
  test.each(['jdbc:oracle:thin:@h:1/x', 'jdbc:sqlserver://h', '${url}', '', 'jdbc:postgresql:///d'])(
    '%s is none that components reach',
    url => expect(readJdbcUrl(url)).toBeNull(),
  )
})

describe('bound parameters', () => {
  test('places are numbered and asked for outside of quotes and comments only', () => {
    const text = 'SELECT ?, \'?\', "a?", -- ?\n /* ? */ ?'
    expect(toPlaces(text, 'postgresql')).toBe('SELECT $1, \'?\', "a?", -- ?\n /* ? */ $2')
    expect(toPlaces(text, 'mysql')).toBe(text)
    const parameters = [
      { value: 'a', type: 'text' },
      { value: 'b', type: 'text' },
    ] as const
    expect(toQuestionMarks("SELECT $2, '$1', $1, $2", parameters)).toEqual({
      text: "SELECT ?, '$1', ?, ?",
      parameters: [parameters[1], parameters[0], parameters[1]],
    })
    expect(toQuestionMarks('SELECT ?', parameters)).toEqual({ text: 'SELECT ?', parameters })
  })
  test('no parameters are no list', () => {
    expect(writeParameters([])).toEqual({ values: '', types: '' })
    expect(readParameters('', '')).toEqual({ parameters: [], otherTypes: [] })
    const both = [
      { value: '1', type: 'number' },
      { value: '', type: 'text', direction: 'inOut' },
      { value: '', type: 'null', direction: 'out' },
    ] as const
    expect(writeParameters(both).types).toBe('NUMERIC,INOUT VARCHAR,OUT VARCHAR')
    expect(readParameters('1,,]NULL[', 'NUMERIC,INOUT VARCHAR,OUT VARCHAR').parameters).toEqual(both)
    expect(readParameters('a,', 'VARCHAR,VARCHAR').parameters.map(({ value }) => value)).toEqual(['a', ''])
  })
})

test('a plan without JDBC has no step for it', () => {
  expect(toComponents(planOf(planText([]))).components).toEqual([])
})
