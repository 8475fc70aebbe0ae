/** Queries of the outbox: notices that wait are leased to one sender at a time, and end as sent or failed. */
import type { MuteCause } from '@pone/alerts/state.ts'
import type { AlertDelivery } from '@pone/contract/entities/alert-channel.ts'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import type { AlertChannelTable } from './alert.table.ts'
import type { ChannelNotice, HeldBackNotices } from './alert-notice.ts'

export interface WaitingNotice {
  readonly id: number
  readonly attempts: number
  readonly content: ChannelNotice
}

export type AlertOutboxRepository = ReturnType<typeof createAlertOutboxRepository>

const deliveriesKept = 1_000

export function createAlertOutboxRepository(database: Database) {
  return { ...noticeQueries(database), ...delayQueries(database), ...deliveryQueries(database) }
}

function noticeQueries(database: Database) {
  return {
    /** Channels with notices that are due; those of channels that are switched off, deleted or another project's end as failed. */
    dueChannels: async (now: number): Promise<Selectable<AlertChannelTable>[]> => {
      await sql`
        update alert_outbox set state = 'failed', ended_at = ${now}::bigint, held_by = 'channelOff'
        where state = 'waiting' and not exists (
          select from alert_channels
          where alert_channels.id = channel_id and is_enabled
            and alert_channels.project_id = alert_outbox.project_id
        )`.execute(database)
      return await database
        .selectFrom('alert_channels')
        .selectAll()
        .where(
          'id',
          'in',
          database
            .selectFrom('alert_outbox')
            .select('channel_id')
            .where('state', '=', 'waiting')
            .where('next_at', '<=', now),
        )
        .execute()
    },
    /**
     * The oldest notices that are due, of each alert in their order; until `leaseUntil` no other sender takes them, nor
     * later ones of the same alerts. What a later notice of its incident supersedes ends without being sent.
     */
    take: (channelId: string, asked: AskedNotices): Promise<WaitingNotice[]> =>
      database.transaction().execute(async transaction => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`alert channel ${channelId}`}, 0))`.execute(
          transaction,
        )
        await supersede(transaction, channelId, asked.now)
        return await takeDue(transaction, channelId, asked)
      }),
    /** `ids`: those of one message. */
    ended: async (ids: readonly number[], state: 'sent' | 'failed', now: number): Promise<void> => {
      if (ids.length === 0) return
      await database
        .updateTable('alert_outbox')
        .set({ state, ended_at: now, together: ids.length, leased_until: null })
        .where('id', 'in', ids)
        .execute()
    },
    /** The sender that has them keeps them. */
    renew: async (ids: readonly number[], leaseUntil: number): Promise<void> => {
      await database
        .updateTable('alert_outbox')
        .set({ next_at: leaseUntil, leased_until: leaseUntil })
        .where('id', 'in', ids)
        .execute()
    },
  }
}

/** Notices that the receiver did not take are sent later. */
function delayQueries(database: Database) {
  return {
    /** After a message of these that the receiver did not accept. */
    again: async (ids: readonly number[], nextAt: number): Promise<void> => {
      if (ids.length === 0) return
      await database
        .updateTable('alert_outbox')
        .set({ next_at: nextAt, held_by: 'receiver', leased_until: null })
        .where('id', 'in', ids)
        .execute()
    },
    /** They were taken but not sent, since the receiver failed before: they wait until `nextAt`, those of the alerts of `failed` until these are sent again. */
    postpone: async (ids: readonly number[], nextAt: number, failed: readonly number[]): Promise<void> => {
      if (ids.length === 0) return
      await sql`
        update alert_outbox
        set attempts = attempts - 1, held_by = 'receiver', leased_until = null, next_at = coalesce((
          select max(before.next_at) from alert_outbox as before
          where before.id = any(${[...failed]}::bigint[]) and before.order_key = alert_outbox.order_key
            and before.state = 'waiting'
        ), ${nextAt}::bigint)
        where id = any(${[...ids]}::bigint[])`.execute(database)
    },
    /** Notes of what is due that the receiver takes no more now. */
    holdForRate: async (channelId: string, now: number): Promise<void> => {
      await database
        .updateTable('alert_outbox')
        .set({ held_by: 'rateLimit' })
        .where('channel_id', '=', channelId)
        .where('state', '=', 'waiting')
        .where('next_at', '<=', now)
        .where('held_by', 'is', null)
        .execute()
    },
  }
}

interface AskedNotices {
  readonly now: number
  readonly leaseUntil: number
  readonly limit: number
}

/** A notice that was delayed says nothing that a later one of its incident does not say better. */
async function supersede(transaction: Transaction<Tables>, channelId: string, now: number): Promise<void> {
  await sql`
    update alert_outbox set state = 'superseded', ended_at = ${now}::bigint, leased_until = null
    from (
      select id, max(id) over (partition by order_key, content->>'incidentId') as last_id
      from alert_outbox
      where channel_id = ${channelId}::uuid and state = 'waiting' and content ? 'incidentId'
    ) as waiting
    where waiting.id = alert_outbox.id and last_id > waiting.id and (attempts > 0 or held_by is not null)
      and coalesce(leased_until, 0) <= ${now}::bigint`.execute(transaction)
}

/** A notice that was not tried yet takes earlier ones of its alert with it, which waited for a receiver that failed. */
async function takeDue(
  transaction: Transaction<Tables>,
  channelId: string,
  { now, leaseUntil, limit }: AskedNotices,
): Promise<WaitingNotice[]> {
  const { rows } = await sql<WaitingNotice>`
    with waiting as (
      select id, order_key, coalesce(leased_until, 0) <= ${now}::bigint as is_free, next_at <= ${now}::bigint as is_due,
        bool_or(attempts = 0 and next_at <= ${now}::bigint) over (
          partition by order_key order by id desc
        ) as has_new
      from alert_outbox
      where channel_id = ${channelId}::uuid and state = 'waiting'
        and project_id = (select project_id from alert_channels where alert_channels.id = ${channelId}::uuid)
    ), in_order as (
      select id, bool_and(is_free and (is_due or has_new)) over (partition by order_key order by id) as is_next
      from waiting
    )
    update alert_outbox
    set attempts = attempts + 1, next_at = ${leaseUntil}::bigint, leased_until = ${leaseUntil}::bigint
    where id in (select id from in_order where is_next order by id limit ${limit}::int)
    returning id, attempts, content`.execute(transaction)
  return rows.toSorted((one, other) => one.id - other.id)
}

function deliveryQueries(database: Database) {
  return {
    /** Messages that the channel was sent after the instant. */
    sentSince: async (channelId: string, since: number): Promise<number> => {
      const { count } = await database
        .selectFrom('alert_deliveries')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('channel_id', '=', channelId)
        .where('at', '>', since)
        .executeTakeFirstOrThrow()
      return count
    },
    /** Since the last message of several notices that the channel accepted, at most since `from`. */
    heldBack: async (
      { id, project_id: projectId }: Pick<Selectable<AlertChannelTable>, 'id' | 'project_id'>,
      from: number,
    ): Promise<HeldBackNotices> => {
      const last = await database
        .selectFrom('alert_deliveries')
        .select(({ fn }) => fn.max('at').as('at'))
        .where('channel_id', '=', id)
        .where('notices', '>', 1)
        .where('is_accepted', '=', true)
        .executeTakeFirst()
      const since = Math.max(from, last?.at ?? 0)
      const { rows } = await sql<{ cause: MuteCause; count: number }>`
        select muted_by as cause, count(*) as count
        from alert_transitions
        join alert_incidents on alert_incidents.id = alert_transitions.incident_id
        join alert_rules on alert_rules.id = alert_incidents.rule_id
        where alert_transitions.project_id = ${projectId}::uuid and alert_transitions.made_at > ${since}::bigint
          and muted_by is not null and alert_rules.channel_ids ? ${id}::text
        group by muted_by`.execute(database)
      return { since, counts: Object.fromEntries(rows.map(({ cause, count }) => [cause, count])) }
    },
    log: async (channelId: string, delivery: AlertDelivery): Promise<void> => {
      await database
        .insertInto('alert_deliveries')
        .values({
          channel_id: channelId,
          at: delivery.at,
          duration_ms: delivery.durationMs,
          is_accepted: delivery.isAccepted,
          notices: delivery.notices,
          status: delivery.status,
          answer: delivery.answer.replaceAll('\0', ''),
          fault: delivery.fault.replaceAll('\0', ''),
        })
        .execute()
    },
    /** Keeps the newest deliveries of each channel, and notices that ended after the instant. */
    trim: async (endedBefore: number): Promise<void> => {
      await database.deleteFrom('alert_outbox').where('ended_at', '<', endedBefore).execute()
      await sql`
        delete from alert_deliveries using (
          select channel_id, (array_agg(id order by id desc))[${deliveriesKept}::int] as last_kept
          from alert_deliveries group by channel_id
        ) as bounds
        where alert_deliveries.channel_id = bounds.channel_id and id < bounds.last_kept`.execute(database)
    },
  }
}
