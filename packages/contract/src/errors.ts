/** The catalogue of errors that a user can meet: code, and what happened and what to do, in both languages. */
import { type Bilingual, type Language, textIn } from '@pone/schema/bilingual.ts'

/** `{name}` in a text is replaced by the parameter of that name. */
export const errorCatalogue = {
  // Session and account (specification section 8)
  LoginTimeout: { zh: '登录信息已过期，请重新登录', en: 'Login information expired, please log in again' },
  LoginRepeat: { zh: '账号已在其他地方登录', en: 'Account logged in elsewhere' },
  NoTenant: { zh: '当前用户不属于任何租户', en: 'The current user does not belong to any tenant' },
  AccountLocked: {
    zh: '账号已被锁定，{unlockAt} 后自动解锁，或请管理员解锁',
    en: 'Account locked until {unlockAt}; wait, or ask an administrator to unlock it',
  },
  AccountLockedByAdministrator: {
    zh: '账号已被管理员锁定，请联系管理员解锁',
    en: 'The account was locked by an administrator; ask one to unlock it',
  },
  SignInDelayed: {
    zh: '登录尝试过于频繁，请 {seconds} 秒后再试',
    en: 'Too many failed sign-ins, try again in {seconds} s',
  },
  AccountWaiting: {
    zh: '账号正在等待管理员批准，批准后即可登录',
    en: 'The account waits for the approval of an administrator; you can sign in once it is approved',
  },
  RegistrationFull: {
    zh: '等待批准的账号过多，请联系管理员处理后再注册',
    en: 'Too many accounts wait for approval; ask an administrator to decide on them, then register',
  },
  RegistrationClosed: {
    zh: '当前未开放注册，请联系管理员开通账号',
    en: 'Registration is closed; ask an administrator for an account',
  },
  AccountExists: {
    zh: '账号 {account} 已存在，请换一个',
    en: 'Account {account} already exists, choose another one',
  },
  LoginFailed: {
    zh: '账号或密码错误，还可尝试 {remaining} 次',
    en: 'Wrong account or password, {remaining} attempts left',
  },
  CaptchaWrong: {
    zh: '验证码错误或已过期，请重新输入',
    en: 'The verification code is wrong or has expired, enter the new one',
  },
  OldPasswordWrong: { zh: '原密码错误', en: 'The current password is wrong' },
  PasswordMismatch: { zh: '两次输入的密码不一致！', en: 'The passwords entered twice are inconsistent!' },
  PasswordUnchanged: {
    zh: '新密码不能与原密码相同',
    en: 'The new password must differ from the current one',
  },
  PasswordRule: {
    zh: '密码为 {min} 至 {max} 位，须同时包含字母、数字和特殊字符，不能有空格',
    en: '{min} to {max} characters with letters, digits and special characters, no blanks',
  },
  PasswordIsAccount: {
    zh: '密码不能与账号相同，请换一个',
    en: 'The password must not be the account name, choose another one',
  },
  PasswordCommon: {
    zh: '这是常见的密码，容易被猜到，请换一个',
    en: 'This password is common and easily guessed, choose another one',
  },
  PasswordLengths: {
    zh: '最长位数不能小于最短位数',
    en: 'The maximum length must not be less than the minimum length',
  },
  PasswordMustChange: { zh: '请先修改初始密码', en: 'Change the initial password first' },
  ApiTokenUnknown: {
    zh: 'API 令牌无效，请检查是否完整，或创建新的令牌',
    en: 'The API token is not valid; check that it is complete, or make a new one',
  },
  ApiTokenExpired: {
    zh: 'API 令牌“{name}”已于 {expiredAt} 到期，请创建新的令牌',
    en: 'The API token "{name}" expired at {expiredAt}; make a new one',
  },
  ApiTokenRevoked: {
    zh: 'API 令牌“{name}”已被吊销，请创建新的令牌',
    en: 'The API token "{name}" has been revoked; make a new one',
  },
  ApiTokenAlreadyRevoked: {
    zh: 'API 令牌“{name}”此前已被吊销，无需再次操作',
    en: 'The API token "{name}" had been revoked before; there is nothing left to do',
  },
  ApiTokenRefused: {
    zh: 'API 令牌不能用于此接口，请用账号登录',
    en: 'API tokens cannot make this call; sign in with the account',
  },
  FunctionNotHeld: {
    zh: '您在此项目中没有“{function}”权限，不能授予令牌',
    en: 'You do not hold the function "{function}" in this project, so a token of yours cannot',
  },
  TooManyApiTokens: {
    zh: '每人最多 {limit} 个有效的 API 令牌，请先吊销不用的',
    en: 'A person may have {limit} working API tokens; revoke one first',
  },
  // General
  BadInput: { zh: '输入有误：{detail}', en: 'Invalid input: {detail}' },
  Forbidden: {
    zh: '没有执行此操作的权限，请联系项目经理',
    en: 'You are not permitted to do this; ask the project manager',
  },
  TimeOrder: { zh: '开始时间不能晚于结束时间', en: 'The start must not be later than the end' },
  NotFound: { zh: '{what}不存在或已被删除', en: '{what} does not exist or has been deleted' },
  UnknownCall: { zh: '接口 {path} 不存在', en: 'There is no call {path}' },
  TooManyRequests: {
    zh: '操作过于频繁，请 {seconds} 秒后再试',
    en: 'Too many requests, try again in {seconds} s',
  },
  BodyTooLarge: { zh: '提交的内容超过上限 {limit}', en: 'What was sent exceeds the limit of {limit}' },
  DatabaseUnavailable: {
    zh: '数据库暂时不可用，请稍后重试',
    en: 'The database is unavailable at the moment, try again shortly',
  },
  OperationFailed: {
    zh: '操作失败，请重试；若仍失败，请把编号 {reference} 告诉管理员',
    en: 'Operation failed, try again; if it keeps failing, give your administrator the reference {reference}',
  },
  // Users
  CannotTouchSelf: { zh: '不能锁定或删除自己的账号', en: 'You cannot lock or delete your own account' },
  LastAdministrator: {
    zh: '至少要保留一个可用的管理员',
    en: 'At least one working administrator must remain',
  },
  NotWaiting: {
    zh: '账号 {account} 不在等待批准',
    en: 'Account {account} does not wait for approval',
  },
  UserManagesProjects: {
    zh: '用户 {account} 是项目 {projects} 的项目经理，请先更换项目经理',
    en: 'User {account} manages the projects {projects}; appoint another project manager first',
  },
  // Projects, members, roles
  ProjectCodeExists: { zh: '项目编号 {code} 已存在', en: 'Project code {code} already exists' },
  ProjectArchived: { zh: '项目已归档，不能修改', en: 'The project is archived and cannot be changed' },
  ProjectDisabled: {
    zh: '项目已停用；有权编辑项目的成员可在“项目管理”中重新启用',
    en: 'The project is switched off; members who may edit it can switch it on in Project management',
  },
  ProjectHasActiveRuns: {
    zh: '项目中有正在执行的任务，请先停止',
    en: 'The project has running tasks; stop them first',
  },
  TemplateNeedsTwoProperties: {
    zh: '从模板创建项目至少要勾选两个属性',
    en: 'Creating a project from a template needs at least two properties ticked',
  },
  TemplateTooSmall: {
    zh: '模板至少要有两个属性，请再添加属性',
    en: 'A template needs at least two properties; add another one',
  },
  DatePropertyDefault: {
    zh: '日期类型的属性“{name}”不能有默认值',
    en: 'The date property "{name}" cannot have a default value',
  },
  MemberExists: { zh: '该用户已是项目成员', en: 'The user is a member of the project already' },
  ProjectManagerFixed: {
    zh: '项目经理不能被移除或修改',
    en: 'The project manager cannot be removed or edited',
  },
  RoleFixed: { zh: '项目经理角色不能修改或删除', en: 'The project manager role cannot be edited or deleted' },
  RoleInUse: {
    zh: '角色“{name}”仍有 {count} 名成员，请先调整他们的角色',
    en: 'Role "{name}" still has {count} members; give them another role first',
  },
  NameExists: { zh: '名称“{name}”已存在', en: 'The name "{name}" is taken already' },
  // Catalogue, components, scenarios
  RootFixed: { zh: '根节点不能删除、移动或重命名', en: 'The root node cannot be deleted, moved or renamed' },
  MoveIntoSelf: { zh: '不能移动到自己的下级目录', en: 'A node cannot be moved into itself' },
  LeafHasNoChildren: { zh: '此节点下不能再添加子节点', en: 'This node cannot have children' },
  TreeTooDeep: { zh: '目录最多 {limit} 层', en: 'The catalogue can be at most {limit} levels deep' },
  EditedMeanwhile: {
    zh: '{editor} 在 {at} 保存了新版本，您的修改尚未保存',
    en: '{editor} saved a newer version at {at}; your changes are not saved',
  },
  ComponentInUse: {
    zh: '组件“{component}”被场景“{scenarios}”使用，不能删除',
    en: 'Component "{component}" is used by the scenarios "{scenarios}" and cannot be deleted',
  },
  ParameterFileInUse: {
    zh: '参数文件“{file}”被组件“{components}”使用，不能删除',
    en: 'Parameter file "{file}" is used by the components "{components}" and cannot be deleted',
  },
  AttachmentInUse: {
    zh: '文件“{file}”被组件“{components}”使用，不能删除',
    en: 'File "{file}" is used by the components "{components}" and cannot be deleted',
  },
  PlanRefused: {
    zh: '测试计划有误（第 {line} 行第 {column} 列）：{detail}',
    en: 'The test plan is not usable (line {line}, column {column}): {detail}',
  },
  FilesExceeded: {
    zh: '一个组件最多 {limit} 个文件，请先删除不用的',
    en: 'A component may have {limit} files at most; delete some first',
  },
  FileTypeRefused: {
    zh: '不支持的文件类型，请上传 {extensions} 文件',
    en: 'This file type is not accepted, upload one of {extensions}',
  },
  FileContentRefused: { zh: '文件内容有误：{detail}', en: 'The file content is not usable: {detail}' },
  ResultsLackColumns: {
    zh: '结果文件缺少列：{columns}',
    en: 'The results lack the columns {columns}',
  },
  ResultsDatesAmbiguous: {
    zh: '第 {line} 行的时间“{found}”分不清日和月，请选择日期的顺序',
    en: 'The time "{found}" in line {line} does not tell day from month; choose the order of dates',
  },
  ResultsBroken: {
    zh: '结果文件的 XML 在第 {line} 行损坏或不受支持',
    en: 'The XML of the results is broken or not supported in line {line}',
  },
  ImportInterrupted: {
    zh: '服务器在导入时退出，文件仍在，请重试',
    en: 'The server ended while it imported; the file is still there, try again',
  },
  ImportNotActive: {
    zh: '导入已经结束，不能取消',
    en: 'The import has ended and cannot be cancelled',
  },
  ImportNotRepeatable: {
    zh: '此导入不能重试，请重新上传文件',
    en: 'This import cannot be tried again; upload the file once more',
  },
  SecretUnreadable: {
    zh: '保密变量“{name}”无法解密：服务器的密钥（数据目录中的 secret.key）已更换，请重新输入它的值并保存',
    en: 'The secret variable "{name}" cannot be decrypted: the server\'s key (secret.key in the data folder) has changed; type its value again and save',
  },
  FileMissing: { zh: '请选择要上传的文件', en: 'Choose a file to upload' },
  // Uploads in pieces
  UploadOffset: {
    zh: '上传进行到第 {offset} 字节，请从该处继续',
    en: 'The upload stands at byte {offset}; go on from there',
  },
  UploadDamaged: {
    zh: '这一段内容在传输中损坏，请重新发送',
    en: 'This piece was damaged on its way; send it again',
  },
  UploadIncomplete: {
    zh: '文件还没有传完：{size} 字节中已收到 {offset} 字节',
    en: 'The file is not complete: {offset} of {size} bytes have arrived',
  },
  UploadBusy: {
    zh: '上传的文件正在处理中，请稍候',
    en: 'The uploaded file is being processed; wait a moment',
  },
  UploadQuota: {
    zh: '您已有 {count} 个未完成的上传，每人最多 {limit} 个、共 {total}；请先完成或取消其中一些，最早的将于 {freeAt} 自动清除',
    en: 'You have {count} unfinished uploads; an account may have {limit} of {total} together. Finish or cancel some; the first is discarded at {freeAt}',
  },
  DiskFull: {
    zh: '服务器磁盘空间不足，还缺 {missing}，请联系管理员清理',
    en: 'The disk of the server lacks {missing}; ask an administrator to make room',
  },
  // Install packages
  PackageExists: {
    zh: '{type} {version}（{system}，{architecture}）的安装包已存在',
    en: 'There is a package of {type} {version} for {system} {architecture} already',
  },
  AllSystemsAdded: {
    zh: '{type} {version} 支持的系统类型已全部添加',
    en: 'All supported system types of {type} {version} are already added',
  },
  PackageInUse: {
    zh: '安装包“{package}”正在使用：{users}，不能删除',
    en: 'Package "{package}" is in use by {users} and cannot be deleted',
  },
  // Runs and reports
  ScenarioIncomplete: { zh: '场景还不能执行：{detail}', en: 'The scenario cannot be executed yet: {detail}' },
  NoMachineOnline: {
    zh: '集群“{cluster}”没有在线的压力机，请先启动 Agent',
    en: 'Cluster "{cluster}" has no load machine online; start an agent first',
  },
  CapacityExceeded: {
    zh: '需要 {wanted} 个并发用户，集群“{cluster}”只剩 {remaining} 个，还差 {missing} 个',
    en: '{wanted} concurrent users are wanted, cluster "{cluster}" has {remaining} left, {missing} too few',
  },
  LicenceExceeded: {
    zh: '需要 {wanted} 个并发用户，许可证共允许 {total} 个，已占用 {used} 个，还差 {missing} 个',
    en: '{wanted} concurrent users are wanted; the licence allows {total}, {used} are in use, {missing} too few',
  },
  LicenceExpired: {
    zh: '许可证已于 {expiredAt} 到期，请在“许可管理”中更新许可证或恢复社区许可',
    en: 'The licence expired at {expiredAt}; install a new one or go back to the community licence on the licence page',
  },
  LicenceNotYetValid: {
    zh: '许可证自 {validAt} 起生效，在此之前不能启动任务',
    en: 'The licence is valid from {validAt}; nothing can be started before',
  },
  LicenceUnusable: {
    zh: '许可证不可用：{detail}',
    en: 'The licence cannot be used: {detail}',
  },
  NoMachineInService: {
    zh: '集群“{cluster}”在线的压力机都已停用，请先启用其中一台',
    en: 'Every load machine of cluster "{cluster}" that is online is out of service; put one back into service',
  },
  ScriptsExceeded: {
    zh: '任务有 {wanted} 个脚本，集群“{cluster}”的压力机最多还能执行 {remaining} 个，还差 {missing} 个：已达最大并发脚本数，请等待任务结束或调高上限',
    en: 'The task has {wanted} scripts; a load machine of cluster "{cluster}" can take {remaining} more at most, {missing} too few: the max concurrent scripts are reached; wait for a task to end or raise the limit',
  },
  CapacityBehindScripts: {
    zh: '需要 {wanted} 个并发用户，集群“{cluster}”可用的只有 {remaining} 个，还差 {missing} 个：有 {full} 台压力机已达最大并发脚本数',
    en: '{wanted} concurrent users are wanted, cluster "{cluster}" has {remaining} left, {missing} too few: {full} load machines have reached their max concurrent scripts',
  },
  RunMachinesExceeded: {
    zh: '需要 {wanted} 个并发用户，本次运行所用的负载机最多可承载 {remaining} 个，还差 {missing} 个',
    en: '{wanted} concurrent users are wanted; the load machines of this run take {remaining} at most, {missing} too few',
  },
  OneMachineExceeded: {
    zh: 'JMeter 的并发负载只能在一台负载机上集合，需要 {wanted} 个并发用户，集群“{cluster}”中余量最大的负载机还可承载 {remaining} 个，还差 {missing} 个',
    en: 'Users of a JMeter concurrency load meet on one machine only: {wanted} are wanted, the machine of cluster "{cluster}" with the most room takes {remaining}, {missing} too few',
  },
  EngineMismatch: {
    zh: '任务类型为 {wanted}，集群“{cluster}”的类型为 {engine}，请选择同类型的集群',
    en: 'The task is of type {wanted}, cluster "{cluster}" of type {engine}; choose a cluster of the same type',
  },
  // Clusters, load machines, join tokens
  MachineNotOffline: {
    zh: '压力机“{machine}”不是离线状态，不能删除，请先停止它的 Agent',
    en: 'Load machine "{machine}" is not offline and cannot be deleted; stop its agent first',
  },
  MachineDiskFull: {
    zh: '压力机“{machine}”的磁盘只剩 {free}，少于执行所需的 {least}：请清理磁盘，或停用这台压力机',
    en: 'The disk of load machine "{machine}" has {free} left, less than the {least} that a run needs: make room on it, or take the machine out of service',
  },
  MachineOffline: {
    zh: '压力机“{machine}”已离线，请在它上线后再更换密钥',
    en: 'Load machine "{machine}" is offline; give it a new key when it is back online',
  },
  CalibrationBusy: {
    zh: '压力机“{machine}”正在执行任务或测量，请在其空闲后再测量',
    en: 'Load machine "{machine}" drives a run or is measuring already; measure it when it is free',
  },
  CalibrationCancelled: {
    zh: '压力机“{machine}”的测量已取消（手动取消，或有执行开始），请稍后再测量',
    en: 'The measurement of load machine "{machine}" was cancelled, by hand or because a run began on it; measure again later',
  },
  CalibrationFailed: {
    zh: '压力机“{machine}”没有测出结果：{detail}。请确认它在线、空闲，且代理版本与服务器一致',
    en: 'Load machine "{machine}" gave no measurement: {detail}. See that it is online, idle, and that its agent has the version of the server',
  },
  KeyChanging: {
    zh: '压力机“{machine}”正在更换密钥，请稍后再试',
    en: 'Load machine "{machine}" is changing its key already; try again in a minute',
  },
  KeyRevoked: {
    zh: '压力机“{machine}”的密钥已被吊销，请删除它，再用接入令牌重新接入',
    en: 'The key of load machine "{machine}" has been revoked; delete the machine and let it join again with a token',
  },
  ClusterNotOffline: {
    zh: '集群“{cluster}”不是离线状态，不能删除：有 {online} 台压力机在线，请先移出或停止它们',
    en: 'Cluster "{cluster}" is not offline and cannot be deleted: {online} of its load machines are online; move them out or stop them first',
  },
  ClusterOfProject: {
    zh: '集群“{cluster}”由项目“{project}”创建，请在该项目中修改',
    en: 'Cluster "{cluster}" was made by project "{project}"; change it there',
  },
  ScenarioInUse: {
    zh: '场景“{scenario}”被任务集“{sets}”使用，不能删除，请先从任务集中移除',
    en: 'Scenario "{scenario}" is used by the task sets "{sets}" and cannot be deleted; take it out of them first',
  },
  TaskSetEmpty: {
    zh: '任务集“{set}”中没有启用的任务',
    en: 'Task set "{set}" has no enabled task',
  },
  TaskSetActive: {
    zh: '任务集“{set}”正在执行，请等它结束或先停止',
    en: 'Task set "{set}" is being executed; wait for its end or stop it first',
  },
  TaskSetFull: {
    zh: '一个任务集最多 {limit} 个任务',
    en: 'A task set holds at most {limit} tasks',
  },
  TaskOtherEngine: {
    zh: '任务集“{set}”的类型是 {wanted}，而场景“{scenarios}”是 {engine} 场景；同一任务集的任务类型必须相同，请更换场景或任务集的类型',
    en: 'Task set "{set}" is of type {wanted}, but "{scenarios}" is of type {engine}; all tasks of a set share one type, so choose other scenarios or change the type of the set',
  },
  ScheduleInvalid: { zh: '计划有误：{detail}', en: 'The schedule cannot be used: {detail}' },
  ExecutionNotActive: {
    zh: '执行已结束，不能再操作',
    en: 'The execution has ended and can no longer be controlled',
  },
  ControllerUnreachable: {
    zh: '驱动该任务的控制机暂时无法连接，几秒后会由其他控制机接管，请稍后重试',
    en: 'The controller that drives this run cannot be reached; another one takes over within seconds, try again shortly',
  },
  KubernetesFailed: {
    zh: 'Kubernetes 操作失败：{detail}',
    en: 'Kubernetes refused or could not be reached: {detail}',
  },
  PodsFailed: {
    zh: '压力机 {pod} 创建失败：{detail}',
    en: 'Load machine {pod} could not be made: {detail}',
  },
  PodsLate: {
    zh: '{minutes} 分钟内只有 {joined} / {wanted} 台压力机就绪。{detail}',
    en: 'Only {joined} of {wanted} load machines were ready within {minutes} min. {detail}',
  },
  SampleLogMissing: {
    zh: '还没有样本日志：场景没有打开记录，或压力机尚未交回',
    en: 'There is no sample log: the scenario did not ask for one, or the load machines have not handed it over yet',
  },
  LoadNotChangeable: {
    zh: 'JMeter 任务执行期间不能调整负载',
    en: 'The load of a JMeter run cannot be changed while it runs',
  },
  RunNotActive: { zh: '任务已结束，不能再操作', en: 'The run has ended and can no longer be controlled' },
  RunActive: { zh: '任务正在执行，请先停止', en: 'The run is still active; stop it first' },
  StopFailed: { zh: '停止失败：{detail}', en: 'Stop failed: {detail}' },
  ReportRange: {
    zh: '时间区间有误：区间不能为 0，且必须在实际执行时间之内',
    en: 'Invalid range: it must not be 0 and must lie within the actual run',
  },
  ComparisonMixed: {
    zh: '只能对比同一类型（PR 或 JMeter）的执行记录',
    en: 'Only runs of the same type (PR or JMeter) can be compared',
  },
  ComparisonTooLong: {
    zh: '对比用时超过 {seconds} 秒，请选择较短的时间段或较少的执行记录',
    en: 'The comparison took more than {seconds} s; choose a shorter part or fewer runs',
  },
  RunNotStarted: {
    zh: '执行记录 #{number} 没有开始执行，没有可对比的数据',
    en: 'Run #{number} never began; it has no figures to compare',
  },
  ReportFailed: { zh: '报告生成失败：{detail}', en: 'Report generation failed: {detail}' },
  ExportFailed: { zh: '导出失败：{detail}', en: 'Export failed: {detail}' },
  DebugFailed: { zh: '独立执行失败：{detail}', en: 'Standalone execution failed: {detail}' },
  // Deployment
  HostNotOffline: {
    zh: '主机“{host}”不是离线状态，不能删除；请先停止或卸载它的 Agent',
    en: 'Host "{host}" is not offline and cannot be deleted; stop or uninstall its agent first',
  },
  HostExists: {
    zh: '主机“{host}”已使用地址 {address} 和 SSH 端口 {port}，请直接编辑该主机',
    en: 'The host "{host}" has the address {address} and the SSH port {port} already; edit that one',
  },
  HostBusy: {
    zh: '主机“{host}”有正在执行或等待的操作，请先取消或等待完成',
    en: 'Host "{host}" has operations executing or waiting; cancel them or wait',
  },
  HostUnreachable: { zh: '无法完成：{detail}', en: 'This could not be done: {detail}' },
  AgentTaken: {
    zh: '该 Agent 已属于主机“{host}”',
    en: 'This agent belongs to the host "{host}" already',
  },
  ConfigFileChanged: {
    zh: '文件在您编辑期间已被修改，请对比后再保存',
    en: 'The file was changed while you were editing; compare before you save',
  },
} as const satisfies Record<string, Bilingual>

export type ErrorCode = keyof typeof errorCatalogue
/** A text in both languages is shown in that of whoever reads it, also when it was stored in between. */
export type ErrorParams = Readonly<Record<string, string | number | Bilingual>>

/** Codes that end the session: the body travels with HTTP 401 and the client signs out. */
export const sessionErrors = [
  'LoginTimeout',
  'LoginRepeat',
  'AccountLocked',
  'AccountLockedByAdministrator',
  'ApiTokenUnknown',
  'ApiTokenExpired',
  'ApiTokenRevoked',
] as const satisfies readonly ErrorCode[]

/** An expected failure with a code of the catalogue; anything else that is thrown is a defect. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly params: ErrorParams
  constructor(code: ErrorCode, params: ErrorParams = {}, options?: ErrorOptions) {
    super(`${code} ${JSON.stringify(params)}`, options)
    this.code = code
    this.params = params
  }
}

/** The parameters of an error in one language. */
export const paramsIn = (params: ErrorParams, language: Language): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'object' ? value[language] : value,
    ]),
  )

/** The text of an error in one language, its parameters filled in. */
export const appErrorText = (code: ErrorCode, params: ErrorParams, language: Language): string =>
  textIn(errorCatalogue[code], params, language)
