/** Rules of projects as this server last read them; a version in the database tells whether they are the present ones. */
import type { Transaction } from 'kysely'
import type { Tables } from '../../adapters/database/tables.ts'
import type { EvaluatedRule } from './alert-steps.ts'

/** The rules of a project at one version; the same object as long as they are the present ones. */
export interface ProjectRules {
  readonly version: number
  readonly rules: readonly EvaluatedRule[]
}

export class RuleMemory {
  readonly #projects = new Map<string, ProjectRules>()

  /** The present rules of those projects that have or had any. */
  async read(
    transaction: Transaction<Tables>,
    projectIds: readonly string[],
  ): Promise<ReadonlyMap<string, ProjectRules>> {
    if (projectIds.length === 0) return new Map()
    const versions = await transaction
      .selectFrom('alert_rule_versions')
      .selectAll()
      .where('project_id', 'in', projectIds)
      .execute()
    const found = new Map<string, ProjectRules>()
    for (const { project_id: projectId, version } of versions) {
      const known = this.#projects.get(projectId)
      const present =
        known?.version === version ? known : { version, rules: await rulesOf(transaction, projectId) }
      this.#projects.set(projectId, present)
      found.set(projectId, present)
    }
    return found
  }
}

async function rulesOf(transaction: Transaction<Tables>, projectId: string): Promise<EvaluatedRule[]> {
  const rows = await transaction
    .selectFrom('alert_rules')
    .selectAll()
    .where('project_id', '=', projectId)
    .execute()
  return rows.map(row => ({
    id: row.id,
    projectId,
    name: row.name,
    isEnabled: row.is_enabled,
    level: row.level,
    labels: row.labels,
    channelIds: row.channel_ids,
    content: row.content,
    evaluation: row.evaluation,
  }))
}
