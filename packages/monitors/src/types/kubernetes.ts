/** Monitor type `kubernetes`: a cluster by its API. */
import type { MonitorTypeInput } from '../type.ts'
import { kubernetesSections } from './kubernetes-sections.ts'
import { both, chart, type Pair } from './parts.ts'

const params: MonitorTypeInput['params'] = [
  {
    key: 'host',
    type: 'address',
    names: both(['主机', 'Host']),
    help: both(['集群接口服务的地址，不含 https://', 'Address of the API server, without https://']),
    required: true,
  },
  { key: 'port', type: 'number', names: both(['端口', 'Port']), default: 6443, required: true },
  {
    key: 'token',
    type: 'password',
    names: both(['令牌', 'Token']),
    help: both([
      '服务账号的令牌，可用 kubectl 创建；到期后需要更换',
      'Token of a service account, e.g. what kubectl create token prints; replace it before it expires',
    ]),
    required: true,
    isSecret: true,
  },
  { key: 'verifyTls', type: 'boolean', names: both(['校验证书', 'Verify the certificate']), default: true },
  {
    key: 'ca',
    type: 'password',
    names: both(['CA 证书', 'CA certificate']),
    help: both([
      'PEM 格式，即 kubeconfig 中 certificate-authority-data 解码后的内容',
      'As PEM: certificate-authority-data of the kubeconfig, decoded',
    ]),
    isSecret: true,
    isMultiline: true,
    showIf: { param: 'verifyTls', values: [true] },
  },
  {
    key: 'kubelet',
    type: 'boolean',
    names: both(['读取 kubelet', 'Read kubelets']),
    help: both([
      '读取 CPU 限流与网络，需要 nodes/proxy 的 get 权限；该权限可访问 kubelet 的全部接口，包括在容器中执行命令，请谨慎授予',
      'For CPU throttling and network; needs get on nodes/proxy. That right reaches all of the API of kubelets, including the execution of commands in containers: grant it with care.',
    ]),
    default: false,
  },
]

const charts = [
  chart('nodeStates', ['节点状态', 'States of nodes'], 'line', '', [
    'nodes.ready',
    'nodes.memoryPressure',
    'nodes.diskPressure',
    'nodes.pidPressure',
    'nodes.networkUnavailable',
    'nodes.unschedulable',
  ]),
  chart('clusterUse', ['集群使用率', 'Use of the cluster'], 'line', '%', [
    'clusterUsage.cpuPercent',
    'clusterUsage.memoryPercent',
  ]),
  chart('clusterCpu', ['集群 CPU', 'CPU of the cluster'], 'line', '', [
    'clusterUsage.cpu',
    'clusterUsage.cpuLimit',
  ]),
  chart('clusterMemory', ['集群内存', 'Memory of the cluster'], 'line', 'bytes', [
    'clusterUsage.memory',
    'clusterUsage.memoryLimit',
  ]),
  chart('nodeUse', ['节点使用率', 'Use of nodes'], 'line', '%', [
    'nodeUsage.cpuPercent',
    'nodeUsage.memoryPercent',
  ]),
  chart('nodeCpu', ['节点 CPU', 'CPU of nodes'], 'line', '', [
    'nodeUsage.cpu',
    'nodeUsage.cpuLimit',
    'nodes.cpuAllocatable',
    'nodes.cpuCapacity',
  ]),
  chart('nodeMemory', ['节点内存', 'Memory of nodes'], 'line', 'bytes', [
    'nodeUsage.memory',
    'nodeUsage.memoryLimit',
    'nodes.memoryAllocatable',
    'nodes.memoryCapacity',
  ]),
  chart('podPhases', ['各阶段的 Pod', 'Pods by phase'], 'line', 'count', [
    'podCounts.total',
    'podCounts.running',
    'podCounts.pending',
    'podCounts.succeeded',
    'podCounts.failed',
    'podCounts.unknown',
  ]),
  chart('podProblems', ['异常的 Pod', 'Pods with problems'], 'line', 'count', [
    'podCounts.notReady',
    'podCounts.crashLooping',
    'podCounts.waitingContainers',
  ]),
  chart('restarts', ['重启次数', 'Restarts'], 'line', 'count', ['podCounts.restarts', 'pods.restarts']),
  chart('podUse', ['Pod 使用率', 'Use of pods'], 'line', '%', [
    'podUsage.cpuPercent',
    'podUsage.memoryPercent',
  ]),
  chart('podCpu', ['Pod CPU', 'CPU of pods'], 'line', '', ['podUsage.cpu', 'podUsage.cpuLimit']),
  chart('podMemory', ['Pod 内存', 'Memory of pods'], 'line', 'bytes', [
    'podUsage.memory',
    'podUsage.memoryLimit',
  ]),
  chart('throttled', ['CPU 受限比例', 'CPU throttling'], 'line', '%', ['throttling.throttledPercent']),
  chart('throttledTime', ['CPU 受限时间', 'Throttled CPU time'], 'line', 's/s', ['throttling.throttled']),
  chart('periods', ['调度周期', 'Scheduling periods'], 'line', 'count/s', [
    'throttling.periods',
    'throttling.throttledPeriods',
  ]),
  chart('podNetwork', ['Pod 网络', 'Network of pods'], 'line', 'bytes/s', [
    'podTraffic.receivedBytes',
    'podTraffic.sentBytes',
  ]),
  chart('nodeNetwork', ['节点网络', 'Network of nodes'], 'line', 'bytes/s', [
    'nodeTraffic.receivedBytes',
    'nodeTraffic.sentBytes',
  ]),
  chart('networkErrors', ['网络错误', 'Network errors'], 'line', 'count/s', [
    'podTraffic.receiveErrors',
    'podTraffic.sendErrors',
    'nodeTraffic.receiveErrors',
    'nodeTraffic.sendErrors',
  ]),
  chart('workloads', ['工作负载副本', 'Replicas of workloads'], 'line', 'count', [
    'workloads.desired',
    'workloads.available',
    'workloads.ready',
    'workloads.updated',
    'workloads.missing',
  ]),
  chart('warnings', ['告警事件', 'Warning events'], 'line', 'count', [
    'warnings.events',
    'warnings.occurrences',
  ]),
  chart('reasons', ['告警原因', 'Reasons of warnings'], 'line', 'count', [
    'warningReasons.events',
    'warningReasons.occurrences',
  ]),
  chart('nodeDisk', ['节点磁盘', 'Disk of nodes'], 'line', 'bytes', [
    'nodeTraffic.fsUsed',
    'nodeTraffic.fsCapacity',
    'nodes.storageAllocatable',
    'nodes.storageCapacity',
  ]),
  chart('nodeDiskUse', ['节点磁盘使用率', 'Disk use of nodes'], 'line', '%', ['nodeTraffic.fsPercent']),
  chart('nodeCounts', ['节点的 Pod、进程与 inode', 'Pods, processes and inodes of nodes'], 'line', 'count', [
    'nodes.podsCapacity',
    'nodes.podsAllocatable',
    'nodeTraffic.processes',
    'nodeTraffic.maxProcesses',
    'nodeTraffic.inodesUsed',
    'nodeTraffic.inodes',
  ]),
  chart('podStates', ['Pod 状态', 'States of pods'], 'line', '', [
    'pods.phase',
    'pods.isReady',
    'pods.oomKilled',
  ]),
  chart('podContainers', ['Pod 的容器', 'Containers of pods'], 'line', 'count', [
    'pods.containers',
    'pods.readyContainers',
  ]),
  chart('podCpuLimits', ['CPU 请求与上限', 'CPU requests and limits'], 'line', '', [
    'pods.cpuRequest',
    'pods.cpuLimit',
  ]),
  chart('podMemoryLimits', ['内存请求与上限', 'Memory requests and limits'], 'line', 'bytes', [
    'pods.memoryRequest',
    'pods.memoryLimit',
  ]),
]

const table = (key: string, names: Pair, section: string, columns: string[]) => ({
  key,
  names: both(names),
  section,
  columns,
})

export const kubernetes: MonitorTypeInput = {
  name: 'kubernetes',
  version: 1,
  category: 'container',
  names: both(['Kubernetes 集群', 'Kubernetes cluster']),
  help: both([
    '按产品文档实现，未在真实集群上试过；只发送读取请求，测试连接会给出授权所需的 ClusterRole；CPU 与内存用量需要 metrics-server',
    'Built after the documentation of the product, not tried on a real cluster. Only requests that read are sent; the test of the connection shows the ClusterRole that grants them. Use of CPU and memory needs metrics-server.',
  ]),
  triedOn: [],
  transport: 'kubernetes',
  params,
  sections: kubernetesSections,
  charts,
  tables: [
    table('facts', ['版本', 'Version'], 'facts', ['version', 'platform', 'built']),
    table('nodes', ['节点', 'Nodes'], 'nodes', [
      'node',
      'ready',
      'roles',
      'address',
      'kubelet',
      'runtime',
      'system',
      'kernel',
      'cpuAllocatable',
      'memoryAllocatable',
    ]),
    table('pods', ['Pod', 'Pods'], 'pods', [
      'namespace',
      'pod',
      'phase',
      'reason',
      'restarts',
      'node',
      'startedAt',
    ]),
    table('workloads', ['工作负载', 'Workloads'], 'workloads', [
      'kind',
      'namespace',
      'name',
      'desired',
      'available',
      'ready',
      'updated',
    ]),
    table('lastWarnings', ['最近的告警事件', 'Last warning events'], 'lastWarnings', [
      'lastAt',
      'namespace',
      'reason',
      'object',
      'message',
      'occurrences',
    ]),
  ],
  thresholds: [
    { counter: 'nodes.ready', min: 2, times: 2, cycleMs: 120_000, severity: 'critical' },
    { counter: 'nodes.memoryPressure', max: 0, severity: 'warning' },
    { counter: 'nodes.diskPressure', max: 0, severity: 'warning' },
    { counter: 'nodes.pidPressure', max: 0, severity: 'warning' },
    { counter: 'nodeUsage.cpuPercent', max: 90, times: 3, cycleMs: 180_000, severity: 'warning' },
    { counter: 'nodeUsage.memoryPercent', max: 90, times: 3, cycleMs: 180_000, severity: 'warning' },
    { counter: 'nodeTraffic.fsPercent', max: 85, severity: 'warning' },
    { counter: 'podUsage.memoryPercent', max: 90, times: 3, cycleMs: 180_000, severity: 'warning' },
    { counter: 'podCounts.pending', max: 0, times: 5, cycleMs: 300_000, severity: 'warning' },
    { counter: 'podCounts.crashLooping', max: 0, severity: 'critical' },
    { counter: 'workloads.missing', max: 0, times: 5, cycleMs: 300_000, severity: 'warning' },
    { counter: 'throttling.throttledPercent', max: 25, times: 3, cycleMs: 180_000, severity: 'warning' },
  ],
}
