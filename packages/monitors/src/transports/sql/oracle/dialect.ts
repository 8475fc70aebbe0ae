/** Oracle Database: rights and plans. */

import { readOraclePlan } from '../../../plans/oracle-plan.ts'
import { NoPlan } from '../../../plans/plan.ts'
import { TargetFault } from '../../../target-fault.ts'
import type { MissingRight } from '../../transport.ts'
import { quoted, type SqlDialect } from '../session.ts'
import { OracleSession } from './oracle-session.ts'

/** What the type reads, as SYS owns it; v$ are their public names. */
const views = [
  'V_$SYSMETRIC',
  'V_$SESSION',
  'V_$RESOURCE_LIMIT',
  'V_$SYSTEM_WAIT_CLASS',
  'V_$PGASTAT',
  'V_$SQLSTATS',
  'V_$SQL_PLAN',
  'DBA_TABLESPACE_USAGE_METRICS',
  'DBA_TABLESPACES',
]

const publicName = (view: string) => view.toLowerCase().replace('v_$', 'v$')
const grant = (view: string, user: string) => `GRANT SELECT ON SYS.${view} TO ${user}`

/** Names without marks are in capitals. */
const quoteUser = (user: string): string =>
  /^[A-Za-z][\w$#]*$/.test(user) ? user.toUpperCase() : `"${user.replaceAll('"', '')}"`

/** The dialect with a way to open sessions. */
export const oracleBy = (open: SqlDialect['open']): SqlDialect => ({
  open,

  async version(session, signal) {
    const { records } = await session.query(
      `SELECT MAX(version) AS "version" FROM product_component_version WHERE product LIKE 'Oracle%'`,
      signal,
    )
    return { product: 'Oracle Database', version: records[0]?.['version'] ?? '' }
  },

  usualGrant: views.map(view => grant(view, '{user}')).join(';\n'),
  quoteUser,
  planGrant: user => grant('V_$SQL_PLAN', user),
  async findMissingRights({ query, user }) {
    const missing: MissingRight[] = []
    for (const view of views) {
      try {
        await query(`SELECT 1 AS "one" FROM ${publicName(view)} WHERE 1 = 0`)
      } catch (error) {
        if (!(error instanceof TargetFault) || error.code !== 'missingRight') throw error
        missing.push({ right: publicName(view), grant: grant(view, quoteUser(user)) })
      }
    }
    return missing
  },

  /** The plan that the database keeps of the statement's newest child; nothing is planned or executed. */
  async explain(params, { plan = '' }, signal) {
    if (!/^[0-9a-z]{1,20}$/.test(plan)) throw new NoPlan('noSample')
    const session = await open(params, signal)
    try {
      const { records } = await session.query(planStatement(plan), signal)
      if (records.length === 0) throw new NoPlan('noSample')
      return readOraclePlan(records)
    } finally {
      session.close()
    }
  },
})

export const oracle = oracleBy((params, signal) => OracleSession.open(params, signal))

const planStatement = (
  sqlId: string,
) => `SELECT /* pone monitor */ depth AS "depth", operation AS "operation", options AS "options", object_owner AS "owner",
  object_name AS "object", cost AS "cost", cardinality AS "cardinality", access_predicates AS "accessPredicates", filter_predicates AS "filterPredicates"
FROM v$sql_plan WHERE sql_id = ${quoted(sqlId)} AND child_number = (SELECT MAX(child_number) FROM v$sql_plan WHERE sql_id = ${quoted(sqlId)})
ORDER BY child_address, id`
