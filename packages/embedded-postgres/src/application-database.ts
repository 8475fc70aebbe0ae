/** The product's own database in the embedded cluster: a role that owns it and nothing else. */
import pg from 'pg'
import { withClient } from './database-client.ts'

interface ApplicationDatabase {
  /** Name of the database and of its role. */
  readonly name: string
  readonly password: string
}

/**
 * What the superuser owned in the database goes to the role: 0.1.0–0.5.0 worked as superuser.
 * A sequence that belongs to a column goes with its table, an index and a row type too.
 */
const handOver = `DO $hand_over$
DECLARE
  command text;
  new_owner oid := current_setting('pone.owner')::regrole;
BEGIN
  FOR command IN
    WITH own_schemas AS (
      SELECT oid, nspowner FROM pg_namespace
      WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema')
    SELECT format('ALTER SCHEMA %s OWNER TO %s', oid::regnamespace, new_owner::regrole)
    FROM own_schemas WHERE nspowner <> new_owner
    UNION ALL
    SELECT format('ALTER %s %s OWNER TO %s',
      CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
      c.oid::regclass, new_owner::regrole)
    FROM pg_class c
    WHERE relkind IN ('r', 'p', 'S', 'v', 'm') AND relowner <> new_owner
      AND relnamespace IN (SELECT oid FROM own_schemas)
      AND NOT EXISTS (
        SELECT 1 FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid
          AND relkind = 'S' AND refclassid = 'pg_class'::regclass AND deptype IN ('a', 'i'))
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO %s', oid::regprocedure, new_owner::regrole)
    FROM pg_proc
    WHERE proowner <> new_owner
      AND pronamespace IN (SELECT oid FROM own_schemas)
    UNION ALL
    SELECT format('ALTER TYPE %s OWNER TO %s', oid::regtype, new_owner::regrole)
    FROM pg_type
    WHERE typtype IN ('e', 'd') AND typowner <> new_owner
      AND typnamespace IN (SELECT oid FROM own_schemas)
  LOOP
    EXECUTE command;
  END LOOP;
END $hand_over$`

/**
 * Makes role and database when they are missing, and takes from the role whatever it should not have.
 * Every step can be repeated, so that an interrupted start only begins again.
 * @param adminConnection of a database of the cluster, as text for pg, made for the name of the database
 */
export async function prepareApplicationDatabase(
  adminConnection: (database: string) => string,
  { name, password }: ApplicationDatabase,
): Promise<void> {
  const role = pg.escapeIdentifier(name)
  await withClient({ connectionString: adminConnection('postgres') }, async client => {
    await client.query("set password_encryption = 'scram-sha-256'")
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [name])
    if (roles.rowCount === 0) await client.query(`create role ${role}`)
    await client.query(
      `alter role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${pg.escapeLiteral(password)}`,
    )
    const databases = await client.query('select 1 from pg_database where datname = $1', [name])
    if (databases.rowCount === 0) await client.query(`create database ${role} owner ${role}`)
    await client.query(`alter database ${role} owner to ${role}`)
    await client.query(`revoke all on database ${role} from public`)
  })
  await withClient({ connectionString: adminConnection(name) }, async client => {
    await client.query("select set_config('pone.owner', $1, false)", [role])
    await client.query(handOver)
  })
}
