/** Seals the passwords and tokens that 0.1.0–0.5.0 stored as they were typed: in components, in the copies that runs have, and masks them in operation records. */

import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { type CredentialHolder, isReference, mapCredentials } from '@pone/plan/component/credentials.ts'
import { secretMask } from '@pone/schema/limits.ts'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import { isSealed, sealedPrefix } from './sealed-value.ts'

/** Fields that can hold a credential; rows without one of them need no look. */
const fields = sql.lit('"(password|token|clientSecret|passphrase)"')

type Change = (document: unknown) => unknown

/** Once per database, in one transaction: a start that is interrupted begins again. `now` in ms. Answers how many rows were changed. */
export async function sealOldCredentials(
  database: Database,
  box: Pick<SecretBox, 'seal'>,
  now: number,
): Promise<number> {
  return database.transaction().execute(async transaction => {
    await sql`LOCK TABLE credential_sealing`.execute(transaction)
    const done = await sql`SELECT 1 FROM credential_sealing`.execute(transaction)
    if (done.rows.length > 0) return 0
    // Equal values stay equal, so that runs of the same component still compare as the same content.
    const known = new Map<string, string>()
    const seal: Change = changing(value => {
      const sealed = known.get(value) ?? sealedPrefix + box.seal(value)
      known.set(value, sealed)
      return sealed
    })
    const mask: Change = changing(() => secretMask)
    const counts = [
      await rewrite(
        transaction,
        { table: 'catalogue_nodes', column: 'document', where: sql`tree = 'component'` },
        seal,
      ),
      await rewrite(transaction, { table: 'runs', column: 'plan', where: sql`true` }, plan =>
        withComponents(plan, seal),
      ),
      await rewrite(transaction, { table: 'operation_records', column: 'before', where: ofComponents }, mask),
      await rewrite(transaction, { table: 'operation_records', column: 'after', where: ofComponents }, mask),
    ]
    await sql`INSERT INTO credential_sealing (sealed_at) VALUES (${now})`.execute(transaction)
    return counts.reduce((sum, count) => sum + count, 0)
  })
}

const ofComponents = sql`action LIKE 'component.%'`

interface Column {
  readonly table: string
  readonly column: string
  readonly where: ReturnType<typeof sql>
}

async function rewrite(transaction: Transaction<Tables>, place: Column, change: Change): Promise<number> {
  const [table, column] = [sql.table(place.table), sql.ref(place.column)]
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${table} WHERE ${place.where} AND ${column}::text ~ ${fields}`.execute(transaction)
  let changed = 0
  // One at a time: a plan can be large.
  for (const { id } of rows) {
    const found = await sql<{
      value: unknown
    }>`SELECT ${column} AS value FROM ${table} WHERE id = ${id}`.execute(transaction)
    const before = found.rows[0]?.value
    const after = change(before)
    if (after === before) continue
    await sql`UPDATE ${table} SET ${column} = ${JSON.stringify(after)}::jsonb WHERE id = ${id}`.execute(
      transaction,
    )
    changed++
  }
  return changed
}

/** The same object when there is nothing to change, and for what is no component. */
function changing(replace: (value: string) => string): Change {
  return document => {
    const parsed = componentDocumentSchema.safeParse(document).data
    if (parsed === undefined) return document
    const after = mapCredentials<CredentialHolder>(parsed, value =>
      value === '' || value === secretMask || isReference(value) || isSealed(value) ? value : replace(value),
    )
    return after === parsed ? document : after
  }
}

function withComponents(plan: unknown, change: Change): unknown {
  if (typeof plan !== 'object' || plan === null || !('components' in plan) || !Array.isArray(plan.components))
    return plan
  const before: unknown[] = plan.components
  const after = before.map(part => {
    if (typeof part !== 'object' || part === null || !('document' in part)) return part
    const document = change(part.document)
    return document === part.document ? part : { ...part, document }
  })
  return after.every((part, index) => part === before[index]) ? plan : { ...plan, components: after }
}
