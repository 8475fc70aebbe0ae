/** Every business constant and pattern of the product, once; forms, calls and services read them from here. */

/** Specification section 9. */
export const requestTimeoutMs = 600_000
export const errorToastMs = 5_000
export const chunkLoadTimeoutMs = 120_000
export const pageSizes = [10, 20, 30, 50] as const
export const defaultPageSize = 10
/** Components whose steps one call counts. */
export const maxStepCounts = 50
export const pagerButtons = 5

export const passwordMinLength = 6
export const passwordMaxLength = 12
/** Within these an administrator may set other lengths. */
export const passwordLengthBounds = { min: 6, max: 128 } as const
/** Accounts that may wait for approval at the same time. */
export const maxWaitingAccounts = 1_000
export const accountPattern = /^[A-Za-z][A-Za-z0-9_.-]{2,31}$/
/** Of a variable of a component. */
export const variableNamePattern = /^[A-Za-z_][A-Za-z0-9_.]{0,63}$/
export const emailPattern = /^[^\s@<>"',;]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/
/** Mainland mobile, or an international number with its country code, or a landline with area code. */
export const phonePattern = /^(1[3-9]\d{9}|\+\d{6,15}|0\d{2,3}-?\d{7,8})$/

/** Consecutive wrong passwords from one address or device before it is locked out of the account, and for how long. */
export const maxLoginFailures = 5
export const lockDurationMs = 15 * 60_000
/** A session without traffic ends after this; with remember-me after the longer one. */
export const sessionIdleMs = 8 * 3_600_000
export const rememberedSessionIdleMs = 30 * 24 * 3_600_000
/** How long an API token may work, and how many working ones a person may have. */
export const maxApiTokenDays = 365
export const maxApiTokensPerUser = 50
export const captchaLifeMs = 5 * 60_000

/** Properties that a template has, and that a project takes from it (specification section 5). */
export const minTemplateProperties = 2
export const maxNameLength = 64
export const maxDescriptionLength = 2_000
export const maxTreeDepth = 12
export const maxSteps = 2_000
export const maxUsersPerScenario = 1_000_000
export const maxRunDurationMs = 7 * 24 * 3_600_000
export const maxParameterFileBytes = 5 * 1024 ** 3
/** Rows that a parameter takes from a query, and characters of all of them together. */
export const maxTableRows = 1_000_000
export const maxTableLength = 64 * 1024 ** 2
export const maxAttachmentBytes = 1024 ** 3
export const maxCertificateBytes = 1024 ** 2
/** A test plan of JMeter, and one of the files beside it; how many of these a component may have. */
export const maxJmeterPlanBytes = 10 * 1024 ** 2
export const maxJmeterFileBytes = 5 * 1024 ** 3
export const maxJmeterFiles = 200
/** A profile file, and what it may grow to when it is unpacked. */
export const maxProfileFileBytes = 256 * 1024 ** 2
export const maxUnpackedProfileBytes = 512 * 1024 ** 2
/** Results that are imported: 10 million rows take some 1.3 GB. */
export const maxResultsBytes = 5 * 1024 ** 3
/** Of them when they were packed. */
export const maxUnpackedResultsBytes = 20 * 1024 ** 3
/** What a jar may grow to when it is unpacked. */
export const maxUnpackedJarBytes = 512 * 1024 ** 2
/** Stands for the value of a secret variable, and of a password or token, wherever a component is read. */
export const secretMask = '••••••••'
export const maxSecretLength = 16_384
export const maxImportFileBytes = 10 * 1024 ** 2
export const maxImportRows = 5_000
/** Labels (requests and transactions) that one run keeps apart; what comes after is counted under "other". */
export const maxRunLabels = 500
/** Metrics that one run keeps apart; values of further ones are not counted. */
export const maxRunMetrics = 32
/** Pairs of metric and label that one run keeps apart; what comes after is counted in the metric's total only. */
export const maxMetricRows = 1_000
/** Runs beside each other in one comparison. */
export const maxComparedRuns = 10
/** A licence file is some hundred bytes. */
export const maxLicenceFileBytes = 64 * 1024
export const maxLicenceUsers = 100_000_000
export const maxLicenceDays = 36_500

/** What an administrator may set for one load machine. */
export const maxUsersPerMachine = 1_000_000
export const maxScriptsPerMachine = 10_000
/** Machines of one cluster, and ids in one call about clusters. */
export const maxClusterMachines = 5_000
export const defaultTokenDays = 7
export const maxTokenDays = 3_650
/** Machines that may join by one token, where their number is limited. */
export const maxTokenUses = 10_000
/** A folder from the root on; no blanks or quotes, because shells see it. */
export const absolutePathPattern = /^(?:\/(?!\.\.?(?:\/|$))[A-Za-z0-9._@+-]+)+$/
/** Hosts that one request operates on. */
export const maxHostsPerOperation = 1_000
/** Operations on hosts that are over are deleted with their logs after this; the newest of each host stay. */
export const operationKeepDays = 90
export const keptOperationsPerHost = 20
/** Configuration files of tools are texts of some kilobytes. */
export const maxConfigFileBytes = 512 * 1024
/** Of a log file, at a time. */
export const maxLogPartBytes = 256 * 1024

export const maxTasksPerSet = 100
/** Executions of task sets that are over are deleted after this, their runs are not; the newest of each set stay. */
export const executionKeepDays = 180
export const keptExecutionsPerSet = 20
/** Instants shown before a schedule is saved. */
export const previewedInstants = 5
/** Missed times of one schedule that get a record of their own each; older ones are counted in the oldest of these. */
export const maxMissedRecords = 10
export const maxPackageBytes = 1024 ** 3
/** What an install package may grow to when it is unpacked, and how many files it may hold. */
export const maxUnpackedBytes = 4 * 1024 ** 3
export const maxPackageEntries = 50_000
/** How long the address of a download works, so that a broken one can be taken up again. */
export const packageLinkLifeMs = 6 * 3_600_000
/** Files above this are uploaded in pieces, so that a broken line costs one piece only. */
export const wholeUploadBytes = 8 * 1024 ** 2
/** Largest piece of an upload. */
export const uploadPieceBytes = 4 * 1024 ** 2
/** An upload that gets no piece for this long is discarded. */
export const uploadLifeMs = 24 * 3_600_000
/** Uploads that one account may have waiting, and their size together. */
export const maxWaitingUploads = 50
export const maxWaitingUploadBytes = 20 * 1024 ** 3

/** Users of a standalone execution, and loops of each; every request of it is shown. */
export const maxDebugUsers = 10
export const maxDebugLoops = 100
/** Longest standalone execution of a component, s. */
export const maxDebugSeconds = 300
