/** Writes notices of load tests into the outbox of the channels of their project that are told of them. */
import { storableText } from '@pone/results/batches/storable.ts'
import { sql } from 'kysely'
import type { RunNotices } from '../run/run-notices.ts'
import type { RunNotice } from './alert-notice.ts'

export const createRunNotices = (now: () => number): RunNotices => ({
  write: async (transaction, { runId, kind, ruleId, detail, at }) => {
    const run = await transaction
      .selectFrom('runs')
      .select(['project_id', 'number', 'scenario_name'])
      .where('id', '=', runId)
      .executeTakeFirst()
    if (run === undefined) return
    const content: RunNotice = {
      key: ['run', runId, kind, ruleId].filter(part => part !== '').join('/'),
      kind,
      projectId: run.project_id,
      runId,
      number: run.number,
      scenario: run.scenario_name,
      detail: storableText(detail),
      madeAt: at === 0 ? now() : at,
    }
    await sql`
      insert into alert_outbox (project_id, key, channel_id, content, made_at, next_at)
      select project_id, ${content.key}::text, id, ${JSON.stringify(content)}::jsonb,
        ${content.madeAt}::bigint, ${now()}::bigint
      from alert_channels
      where project_id = ${run.project_id}::uuid and is_enabled and run_notices ? ${kind}::text
      on conflict (key, channel_id) do nothing`.execute(transaction)
  },
})
