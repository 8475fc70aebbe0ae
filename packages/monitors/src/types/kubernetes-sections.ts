/** What is read of a cluster of Kubernetes: its sections. Data alone. */
import type { MonitorTypeInput } from '../type.ts'
import { both, computed, counter, flag, gauge, type Pair, state, text } from './parts.ts'

type Section = MonitorTypeInput['sections'][number]

/** Of lists of the API, which a large cluster takes its time for. */
const ofLists = { cadenceMs: 30_000, timeoutMs: 20_000 } as const
const ofKubelets = { ...ofLists, ifParam: 'kubelet' } as const

const facts: Section = {
  key: 'facts',
  names: both(['版本', 'Version']),
  answersAvailability: true,
  request: { reader: 'version' },
  counters: [
    text('version', ['版本', 'Version'], ['集群接口服务的版本', 'Version of the API server']),
    text(
      'platform',
      ['平台', 'Platform'],
      ['接口服务的操作系统与架构', 'Operating system and architecture of the API server'],
    ),
    text('built', ['构建时间', 'Built at'], ['接口服务的构建时间', 'When the API server was built']),
  ],
}

/** A condition of a node that should be false. */
const pressure = (key: string, names: Pair, help: Pair) =>
  state(key, '', names, help, {
    role: 'saturation',
    states: [
      { value: 0, texts: ['False'], names: both(['否', 'No']) },
      { value: 1, texts: ['True'], names: both(['是', 'Yes']) },
      { value: 2, texts: ['Unknown'], names: both(['未知', 'Unknown']) },
    ],
  })

const amounts = (what: Pair) =>
  (
    [
      ['Capacity', ['总量', 'capacity'], ['节点的总量', 'Of the node']],
      ['Allocatable', ['可分配量', 'allocatable'], ['可分配给 Pod 的量', 'Of the node that pods may use']],
    ] as const
  ).map(([end, names, help]) => ({
    end,
    names: [`${what[0]}${names[0]}`, `${what[1]}, ${names[1]}`] as const,
    help,
  }))

const nodes: Section = {
  key: 'nodes',
  names: both(['节点', 'Nodes']),
  ...ofLists,
  rows: { labels: ['node'] },
  request: { reader: 'nodes' },
  counters: [
    state(
      'ready',
      '',
      ['就绪', 'Ready'],
      ['未知表示接口服务收不到节点的状态', 'Unknown: the API server does not hear from the node'],
      {
        role: 'error',
        states: [
          { value: 2, texts: ['True'], names: both(['就绪', 'Ready']) },
          { value: 1, texts: ['Unknown'], names: both(['未知', 'Unknown']) },
          { value: 0, texts: ['False'], names: both(['未就绪', 'Not ready']) },
        ],
      },
    ),
    pressure(
      'memoryPressure',
      ['内存紧张', 'Memory pressure'],
      ['节点的可用内存过少', 'The node has too little available memory'],
    ),
    pressure(
      'diskPressure',
      ['磁盘紧张', 'Disk pressure'],
      ['节点的可用磁盘空间过少', 'The node has too little free disk space'],
    ),
    pressure(
      'pidPressure',
      ['进程数紧张', 'PID pressure'],
      ['节点的进程过多', 'The node has too many processes'],
    ),
    pressure(
      'networkUnavailable',
      ['网络不可用', 'Network unavailable'],
      ['节点的网络没有配置好', 'The network of the node is not set up'],
    ),
    flag(
      'unschedulable',
      [['true'], ['false']],
      ['禁止调度', 'Unschedulable'],
      ['不再向节点分配新的 Pod', 'No new pods are assigned to the node'],
    ),
    ...amounts(['CPU', 'CPUs']).map(({ end, names, help }) => gauge(`cpu${end}`, '', names, help)),
    ...amounts(['内存', 'Memory']).map(({ end, names, help }) => gauge(`memory${end}`, 'bytes', names, help)),
    ...amounts(['临时存储', 'Ephemeral storage']).map(({ end, names, help }) =>
      gauge(`storage${end}`, 'bytes', names, help),
    ),
    ...amounts(['Pod 数', 'Pods']).map(({ end, names, help }) => gauge(`pods${end}`, 'count', names, help)),
    text('roles', ['角色', 'Roles'], ['节点的角色', 'Roles of the node']),
    text('address', ['地址', 'Address'], ['节点的内部地址', 'Internal address of the node']),
    text(
      'kubelet',
      ['kubelet 版本', 'Version of kubelet'],
      ['节点上 kubelet 的版本', 'Version of the kubelet on the node'],
    ),
    text(
      'runtime',
      ['容器引擎', 'Container engine'],
      ['容器引擎及其版本', 'Container engine and its version'],
    ),
    text('system', ['操作系统', 'Operating system'], ['节点的操作系统', 'Operating system of the node']),
    text('kernel', ['内核', 'Kernel'], ['内核的版本', 'Version of the kernel']),
  ],
}

const podCounts: Section = {
  key: 'podCounts',
  names: both(['Pod 统计', 'Counts of pods']),
  ...ofLists,
  request: { reader: 'podCounts' },
  counters: [
    gauge('total', 'count', ['Pod 总数', 'Pods'], ['集群的全部 Pod', 'All pods of the cluster']),
    gauge(
      'running',
      'count',
      ['运行', 'Running'],
      ['至少一个容器在运行的 Pod', 'Pods of which at least one container runs'],
      { role: 'work' },
    ),
    gauge(
      'pending',
      'count',
      ['等待', 'Pending'],
      ['尚未分配到节点或尚未启动的 Pod', 'Pods that have no node yet or have not started'],
      { role: 'saturation' },
    ),
    gauge(
      'succeeded',
      'count',
      ['成功结束', 'Succeeded'],
      ['全部容器成功结束的 Pod', 'Pods of which all containers ended with success'],
    ),
    gauge(
      'failed',
      'count',
      ['失败', 'Failed'],
      ['有容器失败的已结束 Pod', 'Pods that ended and of which a container failed'],
      { role: 'error' },
    ),
    gauge(
      'unknown',
      'count',
      ['状态未知', 'Unknown'],
      ['无法得知状态的 Pod', 'Pods whose phase is not known'],
      { role: 'error' },
    ),
    gauge(
      'notReady',
      'count',
      ['运行但未就绪', 'Running, not ready'],
      ['在运行但不接收请求的 Pod', 'Pods that run but get no requests'],
      { role: 'error' },
    ),
    gauge(
      'crashLooping',
      'count',
      ['反复崩溃', 'Crash looping'],
      [
        '容器反复退出、正在等待重启的 Pod',
        'Pods with a container that ends again and again and waits for its restart',
      ],
      { role: 'error' },
    ),
    gauge(
      'waitingContainers',
      'count',
      ['等待的容器', 'Containers waiting'],
      ['尚未启动的容器，例如在拉取镜像', 'Containers that have not started, e.g. while an image is pulled'],
      { role: 'saturation' },
    ),
    gauge(
      'restarts',
      'count',
      ['重启次数', 'Restarts'],
      [
        '现有 Pod 的容器重启次数之和；删除 Pod 后减少',
        'Restarts of the containers of the pods that exist; fewer when a pod is deleted',
      ],
      { role: 'error' },
    ),
  ],
}

const pods: Section = {
  key: 'pods',
  names: both(['Pod', 'Pods']),
  ...ofLists,
  rows: { labels: ['namespace', 'pod'] },
  request: { reader: 'pods' },
  counters: [
    state('phase', '', ['阶段', 'Phase'], ['Pod 所处的阶段', 'Phase of the pod'], {
      states: (
        [
          [0, 'Failed', '失败'],
          [1, 'Running', '运行'],
          [2, 'Pending', '等待'],
          [3, 'Succeeded', '成功结束'],
          [4, 'Unknown', '未知'],
        ] as const
      ).map(([value, en, zh]) => ({ value, texts: [en], names: both([zh, en]) })),
    }),
    flag(
      'isReady',
      [['True'], ['False', 'Unknown']],
      ['就绪', 'Ready'],
      ['是否接收请求', 'Whether it gets requests'],
    ),
    flag(
      'oomKilled',
      [['true'], ['false']],
      ['因内存不足被终止', 'Killed for lack of memory'],
      [
        '容器上次结束是否因超过内存限制',
        'Whether a container last ended because it exceeded its memory limit',
      ],
    ),
    gauge('restarts', 'count', ['重启次数', 'Restarts'], ['容器重启次数之和', 'Restarts of its containers'], {
      role: 'error',
    }),
    gauge('containers', 'count', ['容器', 'Containers'], ['Pod 的容器', 'Containers of the pod']),
    gauge(
      'readyContainers',
      'count',
      ['就绪的容器', 'Containers ready'],
      ['就绪的容器', 'Containers that are ready'],
    ),
    gauge(
      'cpuRequest',
      '',
      ['CPU 请求', 'CPU requests'],
      ['请求的 CPU 数；有容器没有请求时未知', 'CPUs requested; unknown where a container has no request'],
    ),
    gauge(
      'cpuLimit',
      '',
      ['CPU 上限', 'CPU limits'],
      ['可用的 CPU 数；有容器没有限制时未知', 'CPUs that it can use; unknown where a container has no limit'],
    ),
    gauge(
      'memoryRequest',
      'bytes',
      ['内存请求', 'Memory requests'],
      ['请求的内存；有容器没有请求时未知', 'Memory requested; unknown where a container has no request'],
    ),
    gauge(
      'memoryLimit',
      'bytes',
      ['内存上限', 'Memory limits'],
      ['可用的内存；有容器没有限制时未知', 'Memory that it can use; unknown where a container has no limit'],
    ),
    text(
      'reason',
      ['原因', 'Reason'],
      ['没有运行或上次异常结束的原因', 'Why it does not run, or why a container last failed'],
    ),
    text('node', ['节点', 'Node'], ['所在的节点', 'Node on which it runs']),
    text('startedAt', ['启动时间', 'Started at'], ['节点接收 Pod 的时刻', 'When the node took the pod']),
  ],
}

const workloads: Section = {
  key: 'workloads',
  names: both(['工作负载', 'Workloads']),
  ...ofLists,
  rows: { labels: ['kind', 'namespace', 'name'] },
  request: { reader: 'workloads' },
  counters: [
    gauge('desired', 'count', ['期望副本', 'Desired replicas'], ['应当运行的 Pod', 'Pods that should run']),
    gauge(
      'available',
      'count',
      ['可用副本', 'Available replicas'],
      ['可用的 Pod', 'Pods that are available'],
      { capacity: 'desired' },
    ),
    gauge('ready', 'count', ['就绪副本', 'Ready replicas'], ['就绪的 Pod', 'Pods that are ready']),
    gauge(
      'updated',
      'count',
      ['已更新副本', 'Updated replicas'],
      ['已是最新版本的 Pod', 'Pods of the newest revision'],
    ),
  ],
  computed: [
    computed(
      'missing',
      'desired - available',
      'count',
      ['缺少的副本', 'Missing replicas'],
      ['期望副本减可用副本', 'Desired replicas less available ones'],
      { role: 'error' },
    ),
  ],
}

const cpuUse = (limit: Pair): NonNullable<Section['computed']> => [
  computed(
    'cpuPercent',
    '100 * cpu / cpuLimit',
    '%',
    ['CPU 使用率', 'CPU use'],
    [`占${limit[0]}的比例`, `Share of ${limit[1]}`],
    { role: 'utilisation', nature: 'busy', capacity: 100 },
  ),
  computed(
    'memoryPercent',
    '100 * memory / memoryLimit',
    '%',
    ['内存使用率', 'Memory use'],
    [`占${limit[0]}的比例`, `Share of ${limit[1]}`],
    { role: 'utilisation', nature: 'none', capacity: 100 },
  ),
]

const use = (limit: Pair): Section['counters'] => [
  gauge(
    'cpu',
    '',
    ['CPU 用量', 'CPUs used'],
    ['最近一个统计窗口内的平均值', 'Mean over the last window that metrics-server measured'],
    { role: 'work', capacity: 'cpuLimit' },
  ),
  gauge(
    'memory',
    'bytes',
    ['工作集内存', 'Memory working set'],
    ['已用内存，不含可回收的文件缓存', 'Used memory without the file cache that can be reclaimed'],
    { role: 'utilisation', nature: 'space', capacity: 'memoryLimit' },
  ),
  gauge('cpuLimit', '', ['CPU 上限', 'CPU limit'], limit),
  gauge('memoryLimit', 'bytes', ['内存上限', 'Memory limit'], limit),
]

const nodeUsage: Section = {
  key: 'nodeUsage',
  names: both(['节点的 CPU 与内存', 'CPU and memory of nodes']),
  ...ofLists,
  rows: { labels: ['node'] },
  request: { reader: 'nodeUsage' },
  counters: use(['可分配给 Pod 的量', 'What pods may use of the node']),
  computed: cpuUse(['可分配量', 'what pods may use']),
}

const clusterUsage: Section = {
  key: 'clusterUsage',
  names: both(['集群的 CPU 与内存', 'CPU and memory of the cluster']),
  ...ofLists,
  request: { reader: 'clusterUsage' },
  counters: use(['全部节点可分配给 Pod 的量之和', 'What pods may use of all nodes']),
  computed: cpuUse(['可分配量', 'what pods may use']),
}

const podUsage: Section = {
  key: 'podUsage',
  names: both(['Pod 的 CPU 与内存', 'CPU and memory of pods']),
  ...ofLists,
  rows: { labels: ['namespace', 'pod'] },
  request: { reader: 'podUsage' },
  counters: use([
    '容器上限之和；有容器没有限制时未知',
    'Limits of its containers; unknown where a container has none',
  ]),
  computed: cpuUse(['上限', 'its limit']),
}

const warningCounts: Section = {
  key: 'warnings',
  names: both(['告警事件', 'Warning events']),
  cadenceMs: 60_000,
  timeoutMs: 20_000,
  request: { reader: 'warningCounts' },
  counters: [
    gauge(
      'events',
      'count',
      ['告警事件', 'Warning events'],
      [
        '集群保留的告警事件，通常为最近 1 小时',
        'Events of type Warning that the cluster keeps, usually those of the last hour',
      ],
      { role: 'error' },
    ),
    gauge(
      'occurrences',
      'count',
      ['发生次数', 'Occurrences'],
      ['保留的告警事件发生的次数', 'How often the kept events occurred'],
      { role: 'error' },
    ),
  ],
}

const warningReasons: Section = {
  key: 'warningReasons',
  names: both(['告警原因', 'Reasons of warnings']),
  cadenceMs: 60_000,
  timeoutMs: 20_000,
  rows: { labels: ['reason'], limit: 50 },
  request: { reader: 'warningReasons' },
  counters: [
    gauge('events', 'count', ['告警事件', 'Warning events'], ['该原因的告警事件', 'Events of this reason']),
    gauge(
      'occurrences',
      'count',
      ['发生次数', 'Occurrences'],
      ['该原因的告警事件发生的次数', 'How often events of this reason occurred'],
    ),
  ],
}

const warningList: Section = {
  key: 'lastWarnings',
  names: both(['最近的告警事件', 'Last warning events']),
  cadenceMs: 60_000,
  timeoutMs: 20_000,
  isTable: true,
  rows: { labels: ['namespace', 'event'], limit: 100 },
  request: { reader: 'warnings' },
  counters: [
    text('lastAt', ['最近发生', 'Last at'], ['最近一次发生的时刻', 'When it occurred last']),
    text('reason', ['原因', 'Reason'], ['事件的原因', 'Reason of the event']),
    text('object', ['对象', 'Object'], ['事件涉及的对象', 'Object of the event']),
    text('message', ['内容', 'Message'], ['事件的内容', 'Text of the event']),
    gauge('occurrences', 'count', ['发生次数', 'Occurrences'], ['事件发生的次数', 'How often it occurred']),
  ],
}

const traffic = (of: Pair): Section['counters'] => [
  counter(
    'receivedBytes',
    'bytes',
    ['接收字节', 'Bytes received'],
    [`${of[0]}接收的字节`, `Bytes that ${of[1]} received`],
    { role: 'work' },
  ),
  counter(
    'sentBytes',
    'bytes',
    ['发送字节', 'Bytes sent'],
    [`${of[0]}发送的字节`, `Bytes that ${of[1]} sent`],
    { role: 'work' },
  ),
  counter(
    'receiveErrors',
    'count',
    ['接收错误', 'Receive errors'],
    ['接收出错的包', 'Packets with an error in receiving'],
    { role: 'error' },
  ),
  counter(
    'sendErrors',
    'count',
    ['发送错误', 'Send errors'],
    ['发送出错的包', 'Packets with an error in sending'],
    { role: 'error' },
  ),
]

const nodeTraffic: Section = {
  key: 'nodeTraffic',
  names: both(['节点的网络与磁盘', 'Network and disk of nodes']),
  ...ofKubelets,
  rows: { labels: ['node'] },
  request: { reader: 'nodeTraffic' },
  counters: [
    ...traffic(['节点', 'the node']),
    gauge(
      'fsUsed',
      'bytes',
      ['已用磁盘', 'Disk used'],
      ['kubelet 所在文件系统的已用空间', 'Used space of the file system of the kubelet'],
      { role: 'utilisation', nature: 'space', capacity: 'fsCapacity' },
    ),
    gauge(
      'fsCapacity',
      'bytes',
      ['磁盘总量', 'Disk capacity'],
      ['kubelet 所在文件系统的大小', 'Size of the file system of the kubelet'],
    ),
    gauge('inodesUsed', 'count', ['已用 inode', 'Inodes used'], ['已用的 inode', 'Inodes in use'], {
      capacity: 'inodes',
    }),
    gauge('inodes', 'count', ['inode 总数', 'Inodes'], ['文件系统的 inode', 'Inodes of the file system']),
    gauge(
      'processes',
      'count',
      ['进程与线程', 'Processes and threads'],
      ['节点上的任务数', 'Tasks on the node'],
      { capacity: 'maxProcesses' },
    ),
    gauge(
      'maxProcesses',
      'count',
      ['进程上限', 'Limit of processes'],
      ['节点允许的任务数', 'Tasks that the node allows'],
    ),
  ],
  computed: [
    computed(
      'fsPercent',
      '100 * fsUsed / fsCapacity',
      '%',
      ['磁盘使用率', 'Disk use'],
      ['已用空间占总量的比例', 'Used space as a share of the capacity'],
      { role: 'utilisation', nature: 'none', capacity: 100 },
    ),
  ],
}

const podTraffic: Section = {
  key: 'podTraffic',
  names: both(['Pod 的网络', 'Network of pods']),
  ...ofKubelets,
  rows: { labels: ['namespace', 'pod'] },
  request: { reader: 'podTraffic' },
  counters: traffic(['Pod', 'the pod']),
}

const throttling: Section = {
  key: 'throttling',
  names: both(['CPU 限流', 'CPU throttling']),
  ...ofKubelets,
  rows: { labels: ['namespace', 'pod', 'container'] },
  request: { reader: 'throttling' },
  counters: [
    counter(
      'periods',
      'count',
      ['调度周期', 'Scheduling periods'],
      ['有 CPU 限制时经过的周期', 'Periods that passed under a CPU limit'],
    ),
    counter(
      'throttledPeriods',
      'count',
      ['受限周期', 'Throttled periods'],
      ['用完 CPU 限额的周期', 'Periods in which the CPU quota was used up'],
      { role: 'saturation' },
    ),
    counter(
      'throttled',
      's',
      ['受限时间', 'Throttled time'],
      ['因用完 CPU 限额而等待的时间', 'Time of waiting because the CPU quota was used up'],
      { role: 'saturation' },
    ),
  ],
  computed: [
    computed(
      'throttledPercent',
      '100 * throttledPeriods / periods',
      '%',
      ['受限周期比例', 'Throttled share'],
      ['用完 CPU 限额的周期比例', 'Share of periods in which the CPU quota was used up'],
      { role: 'saturation', capacity: 100 },
    ),
  ],
}

export const kubernetesSections: Section[] = [
  facts,
  nodes,
  podCounts,
  pods,
  workloads,
  clusterUsage,
  nodeUsage,
  podUsage,
  warningCounts,
  warningReasons,
  warningList,
  nodeTraffic,
  podTraffic,
  throttling,
]
