/** All tables of the database by name; each module types its own. */

import type { RunRowLeaseTable } from '../../controller/coordination/row-lease.table.ts'
import type { ApiTokenTable } from '../../modules/api-token/api-token.table.ts'
import type { AttachmentTable } from '../../modules/attachment/attachment.table.ts'
import type { CaptchaTable, SessionTable, SignInFailureTable } from '../../modules/auth/auth.table.ts'
import type { CatalogueNodeTable } from '../../modules/catalogue/catalogue.table.ts'
import type {
  AgentJoinTokenTable,
  ClusterMachineTable,
  ClusterProjectTable,
  ClusterTable,
  LoadMachineTable,
  MachineProjectTable,
  RunReservationTable,
} from '../../modules/cluster/cluster.table.ts'
import type {
  HostConfigVersionTable,
  HostOperationLineTable,
  HostOperationTable,
  HostProjectTable,
  HostTable,
  HostToolTable,
} from '../../modules/host/host.table.ts'
import type { JmeterFileTable } from '../../modules/jmeter-component/jmeter-file.table.ts'
import type { JmeterReportTable } from '../../modules/jmeter-report/jmeter-report.table.ts'
import type {
  LicenceChangeTable,
  LicenceHoldingTable,
  LicenceStateTable,
} from '../../modules/licence/licence.table.ts'
import type { OperationRecordTable } from '../../modules/operation-record/operation-record.table.ts'
import type {
  MachineUpgradeTable,
  PackageLinkTable,
  PackageTable,
} from '../../modules/package/package.table.ts'
import type { ParameterFileTable } from '../../modules/parameter-file/parameter-file.table.ts'
import type { PodPoolTable, PoolPodTable } from '../../modules/pod-pool/pod-pool.table.ts'
import type {
  ProjectMemberTable,
  ProjectRoleTable,
  ProjectTable,
  ProjectTemplateTable,
} from '../../modules/project/project.table.ts'
import type { ReportTable } from '../../modules/report/report.table.ts'
import type { ResultImportTable } from '../../modules/result-import/result-import.table.ts'
import type { RunCondensationTable, RunCondensedSecondsTable } from '../../modules/run/condensed-run.table.ts'
import type {
  RunBatchTable,
  RunErrorTable,
  RunEventTable,
  RunLogLineTable,
  RunMachineTable,
  RunNumberTable,
  RunTable,
} from '../../modules/run/run.table.ts'
import type { RunSampleLogTable } from '../../modules/sample-log/sample-log.table.ts'
import type { SettingTable } from '../../modules/system/setting.table.ts'
import type {
  TaskExecutionTable,
  TaskNumberTable,
  TaskResultTable,
  TaskScheduleTable,
} from '../../modules/task/task.table.ts'
import type { UploadTable } from '../../modules/upload/upload.table.ts'
import type { UserTable } from '../../modules/user/user.table.ts'
import type { ControllerTable, KeySealTable } from '../../replicas/replica.table.ts'

export interface Tables {
  users: UserTable
  sessions: SessionTable
  captchas: CaptchaTable
  api_tokens: ApiTokenTable
  sign_in_failures: SignInFailureTable
  settings: SettingTable
  projects: ProjectTable
  project_members: ProjectMemberTable
  project_roles: ProjectRoleTable
  project_templates: ProjectTemplateTable
  operation_records: OperationRecordTable
  catalogue_nodes: CatalogueNodeTable
  parameter_files: ParameterFileTable
  attachments: AttachmentTable
  jmeter_files: JmeterFileTable
  jmeter_reports: JmeterReportTable
  result_imports: ResultImportTable
  clusters: ClusterTable
  cluster_projects: ClusterProjectTable
  load_machines: LoadMachineTable
  cluster_machines: ClusterMachineTable
  machine_projects: MachineProjectTable
  agent_join_tokens: AgentJoinTokenTable
  run_reservations: RunReservationTable
  runs: RunTable
  run_numbers: RunNumberTable
  run_machines: RunMachineTable
  run_batches: RunBatchTable
  run_condensations: RunCondensationTable
  run_condensed_seconds: RunCondensedSecondsTable
  run_errors: RunErrorTable
  run_events: RunEventTable
  run_log_lines: RunLogLineTable
  run_sample_logs: RunSampleLogTable
  run_row_leases: RunRowLeaseTable
  reports: ReportTable
  packages: PackageTable
  package_links: PackageLinkTable
  machine_upgrades: MachineUpgradeTable
  hosts: HostTable
  host_projects: HostProjectTable
  host_tools: HostToolTable
  host_operations: HostOperationTable
  host_operation_lines: HostOperationLineTable
  host_config_versions: HostConfigVersionTable
  licence_state: LicenceStateTable
  licence_changes: LicenceChangeTable
  licence_holdings: LicenceHoldingTable
  pod_pools: PodPoolTable
  pool_pods: PoolPodTable
  task_schedules: TaskScheduleTable
  task_numbers: TaskNumberTable
  task_executions: TaskExecutionTable
  task_results: TaskResultTable
  controllers: ControllerTable
  key_seal: KeySealTable
  uploads: UploadTable
}
