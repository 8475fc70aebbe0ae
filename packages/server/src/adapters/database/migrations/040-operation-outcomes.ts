/** Operations that failed are told from those that were refused; records of earlier versions called both refused. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    update operation_records set outcome = 'failed'
    where outcome = 'refused' and error_code in (
      'DatabaseUnavailable', 'OperationFailed', 'DiskFull', 'ControllerUnreachable', 'KubernetesFailed',
      'PodsFailed', 'PodsLate', 'StopFailed', 'ReportFailed', 'ExportFailed', 'DebugFailed', 'HostUnreachable'
    )`.execute(database)
}
