/** Work on incidents (assignment, comments), what they compared, and texts of channels. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert_incidents
      add column assignee_id uuid,
      add column assignee text,
      add column indicator jsonb,
      add column max double precision,
      add column min double precision`.execute(database)
  await sql`alter table alert_transitions add column muted_for text`.execute(database)
  await sql`create index alert_incidents_monitor on alert_incidents (monitor_id, opened_at)`.execute(database)
  await sql`create index alert_incidents_opened on alert_incidents (opened_at)`.execute(database)
  await sql`
    create table alert_incident_notes (
      id bigint generated always as identity primary key,
      project_id uuid not null references projects (id) on delete cascade,
      incident_id uuid not null references alert_incidents (id) on delete cascade,
      kind text not null,
      made_at bigint not null,
      made_by text not null,
      text text not null
    )`.execute(database)
  await sql`create index alert_incident_notes_incident on alert_incident_notes (incident_id, id)`.execute(
    database,
  )
  await sql`create index alert_incident_notes_project on alert_incident_notes (project_id)`.execute(database)
  await sql`
    insert into alert_incident_notes (project_id, incident_id, kind, made_at, made_by, text)
    select project_id, id, 'acknowledgement', acknowledged_at, acknowledged_by, ''
    from alert_incidents where acknowledged_at is not null`.execute(database)
  await sql`
    alter table alert_channels
      add column templates jsonb not null default '{"zh": null, "en": null}',
      add column run_notices jsonb not null default '[]'`.execute(database)
}
