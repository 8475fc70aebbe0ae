import { expect, test } from 'vitest'
import { maskRecords, maskText } from './masking.ts'

test.each([
  ["SELECT * FROM t WHERE a = 'x''y' AND b = 12.5e-3", 'SELECT * FROM t WHERE a = ? AND b = ?'],
  ['SELECT "Secret 1", t2.c3 FROM "t 9"', 'SELECT "Secret 1", t2.c3 FROM "t 9"'],
  ["SELECT 'C:\\', 'secret'", 'SELECT ?, ?'],
  ["SELECT E'it\\'s', 'secret'", 'SELECT ?, ?'],
  ['SELECT $tag$ secret $1 $tag$, $1', 'SELECT ?, $1'],
  ['SELECT $$secret$$', 'SELECT ?'],
  ['SELECT a /* secret */ FROM b -- secret', 'SELECT a FROM b'],
  ["SELECT 'cut sec", 'SELECT ?'],
  ["SELECT 0xDEADBEEF, x'ff', .5, 1_000", 'SELECT ?, ?, ?, ?'],
  ['a IN (1, 2,3) OR b IN ($1, $2)', 'a IN (?) OR b IN ($1, $2)'],
  ["INSERT INTO t VALUES (1,'a'), (2,'b')", 'INSERT INTO t VALUES (?)'],
  ["ALTER USER x PASSWORD 'secret'", 'ALTER USER x PASSWORD ?'],
])('PostgreSQL: %s', (text, masked) => {
  expect(maskText(text, 'postgresql')).toBe(masked)
})

test.each([
  ['SELECT "secret \\" 1", `a "b`, \'x\' FROM t1', 'SELECT ?, `a "b`, ? FROM t1'],
  ["SELECT 'a\\'b', 'secret' # secret", 'SELECT ?, ?'],
  ["SELECT _utf8mb4 'secret', N'secret', @@version, @a1", 'SELECT ?, ?, @@version, @a1'],
  ['SELECT 5 -- secret\nFROM t', 'SELECT ? FROM t'],
  ['SELECT 5--1', 'SELECT ?--?'],
])('MySQL: %s', (text, masked) => {
  expect(maskText(text, 'mysql')).toBe(masked)
})

test.each([
  ['SET user:4711 secret', 'SET user:? ?'],
  ['AUTH secret', 'AUTH ?'],
  ['CONFIG SET requirepass secret', 'CONFIG SET ?'],
  ['EVAL "return secret" 0', 'EVAL ?'],
  ['KEYS *', 'KEYS ?'],
  ['SORT list', 'SORT list'],
  ['PING', 'PING'],
  ['GET 0123456789', 'GET ?'],
])('Redis: %s', (text, masked) => {
  expect(maskText(text, 'command')).toBe(masked)
})

test('a long text of quotes is masked in steps that grow with its length alone', () => {
  // A step for each pair of characters would exceed the time-out of the test.
  for (const text of [
    "'".repeat(399_999),
    '"'.repeat(399_999),
    '/*'.repeat(200_000),
    '$a$'.repeat(100_001),
    '\\'.repeat(399_999),
  ])
    for (const masking of ['postgresql', 'mysql', 'command'] as const) maskText(text, masking)
})

test('only counters that say so are masked', () => {
  const records = [{ sql: "SELECT 'secret'", name: "'kept'" }]
  expect(maskRecords([{ key: 'text', from: 'sql', masks: 'mysql' }, { key: 'name' }], records)).toEqual([
    { sql: 'SELECT ?', name: "'kept'" },
  ])
})

test.each([
  ["SELECT q'[it's secret]', nq'!secret!', 'a''b' FROM t", 'SELECT ?, ?, ? FROM t'],
  [
    'SELECT "Secret 1", t$2 FROM t# WHERE a = :b1 AND c = 12.5',
    'SELECT "Secret 1", t$2 FROM t# WHERE a = :b1 AND c = ?',
  ],
  ["SELECT /*+ INDEX(t i) */ q FROM t -- 'secret", 'SELECT q FROM t'],
  ["SELECT Q'{cut sec", 'SELECT ?'],
  ["SELECT q'aXsecretXa', 'x'", 'SELECT ?, ?'],
])('Oracle: %s', (text, masked) => {
  expect(maskText(text, 'oracle')).toBe(masked)
})

test.each([
  ["SELECT [a ]] 'b], N'secret', @p1, @@version, #t", "SELECT [a ]] 'b], ?, @p1, @@version, #t"],
  ['SELECT "secret" FROM t WHERE m = $12.50 AND x = 0xFF', 'SELECT ? FROM t WHERE m = ? AND x = ?'],
  ['SELECT 1 /* a /* secret */ secret */ FROM t -- secret', 'SELECT ? FROM t'],
  ["SELECT 'cut sec", 'SELECT ?'],
  ['a IN (1, 2) OR (@a, 5)', 'a IN (?) OR (@a, ?)'],
])('SQL Server: %s', (text, masked) => {
  expect(maskText(text, 'sqlserver')).toBe(masked)
})
