import { expect, test } from 'vitest'
import { monitorTypes } from '../registry.ts'
import { sqlRequestSchema } from '../requests.ts'
import { sqlFault } from './sql-rules.ts'

const used = monitorTypes.flatMap(({ transport, sections }) =>
  transport === 'mysql' || transport === 'postgresql'
    ? sections
        .filter(section => section.transport === undefined)
        .flatMap(({ request }) => {
          const { statements, join, check, samples } = sqlRequestSchema.parse(request)
          return [...statements, join, check, ...samples.map(each => each.replaceAll(/\{\w+\}/g, "''"))]
            .filter(each => each !== undefined)
            .map(statement => [transport, statement] as const)
        })
    : [],
)

test('statements of built-in types only read', () => {
  expect(used.length).toBeGreaterThan(10)
  expect(used.filter(([dialect, statement]) => sqlFault(statement, dialect) !== null)).toEqual([])
})

test.each([
  ['postgresql', "select 1 as größe, '€ $5'\r\nfrom t -- note\r\n"],
  ['postgresql', "select 'it''s; drop table t' as a, \"update\" from t -- delete\n where x = 1;"],
  ['mysql', 'SELECT replace(a, 1, 2), count(*), @@version FROM `insert` /* update */'],
  ['postgresql', 'with a as (select 1) select * from a'],
  ['mysql', 'show global status'],
  ['postgresql', "select $$ drop $$, $x$ ; delete $x$, '{a}'::int[], a[1], b->>'c' from t"],
] as const)('%s: %s only reads', (dialect, statement) => {
  expect(sqlFault(statement, dialect)).toBeNull()
})

test.each([
  '',
  '-- nothing',
  'delete from t',
  'select 1; delete from t',
  'with gone as (delete from t returning *) select * from gone',
  'select * into other from t',
  "select 1 into outfile '/tmp/x'",
  'select * from t for update',
  'set default_transaction_read_only = off',
  "select set_config('default_transaction_read_only', 'off', false)",
  'select pg_terminate_backend(1)',
  'select "pg_terminate_backend"(1)',
  'select PG_CATALOG . Pg_Terminate_Backend /**/ (1)',
  "select pg_read_file('/etc/passwd')",
  "select pg_ls_dir('/')",
  "select lo_import('/etc/passwd')",
  "select dblink('host=a', 'delete from t')",
  "select query_to_xml('delete from t', true, true, '')",
  'select pg_sleep(1000)',
  'select sleep(1000)',
  'select benchmark(1e9, md5(1))',
  "select load_file('/etc/passwd')",
  "select get_lock('a', 100)",
  "select nextval('s')",
  'select /*!50000 1; drop table t */',
  'select /*M! sleep(9) */ 1',
  'explain analyze delete from t',
  "copy t to program 'sh'",
  'do $$ begin delete from t; end $$',
  'call p()',
  'select @a := 1',
  // Read by one database as a comment or text, by the other as a statement.
  "select 1 --'\n; delete from t --'",
  "select 1 #'\n; delete from t #'",
  "select 1 /* /* */ ' */ ; delete from t -- '",
  'select 1 -- a\r; delete from t',
  "select 'open",
  'select 1 $',
  "select * from ts_stat('delete from t')",
  "select * from crosstab('delete from t')",
  "select pg_clear_relation_stats('public', 't')",
  "select group_replication_set_as_primary('a')",
  'select next value for s',
  "select 'a\\' ; drop table t -- '",
])('%s is refused', statement => {
  expect(sqlFault(statement, 'mysql')).not.toBeNull()
  expect(sqlFault(statement, 'postgresql')).not.toBeNull()
})

test.each([
  String.raw`select U&"\0073et_config"('default_transaction_read_only', 'off', false)`,
  "select $é$ ' $é$; delete from t; select $é$ ' $é$",
  "select $a$ $A$ ' $a$; delete from t; select $$'$$",
  'select 1 as €$x$; delete from t; select 1 as €$x$',
])('what PostgreSQL alone reads as a name or a mark is refused: %s', statement => {
  expect(sqlFault(statement, 'postgresql')).not.toBeNull()
})

test('quotation marks of the other database are refused', () => {
  expect(sqlFault('select $$ ; delete from t; $$', 'mysql')).not.toBeNull()
  expect(sqlFault('select ` ; delete from t; `', 'postgresql')).not.toBeNull()
})
