/** Monitor type `docker`: containers of Docker or Podman, by the API on its socket or over TCP. */
import type { MonitorTypeInput } from '../type.ts'
import { both, chart, computed, counter, flag, gauge, socketOption, state, text } from './parts.ts'

type Section = MonitorTypeInput['sections'][number]
type Param = MonitorTypeInput['params'][number]

const overTcp = { param: 'access', values: ['tcp'] }
const withTls = { param: 'tls', values: [true] }

const params: Param[] = [
  {
    key: 'access',
    type: 'select',
    names: both(['访问方式', 'Access']),
    default: 'socket',
    options: [socketOption, { value: 'tcp', names: both(['TCP', 'TCP']) }],
  },
  {
    key: 'socket',
    type: 'text',
    names: both(['套接字', 'Socket']),
    help: both([
      '须为 Agent 所在主机的所有者允许的套接字（PONE_AGENT_CONTAINER_SOCKETS），且 Agent 的账号有读写权限',
      'One that the owner of the agent’s machine allows (PONE_AGENT_CONTAINER_SOCKETS); the account of the agent needs to read and write it',
    ]),
    default: '/var/run/docker.sock',
    showIf: { param: 'access', values: ['socket'] },
  },
  { key: 'host', type: 'address', names: both(['主机', 'Host']), showIf: overTcp },
  { key: 'port', type: 'number', names: both(['端口', 'Port']), default: 2376, showIf: overTcp },
  { key: 'tls', type: 'boolean', names: both(['使用 TLS', 'Use TLS']), default: true, showIf: overTcp },
  {
    key: 'verifyTls',
    type: 'boolean',
    names: both(['校验证书', 'Verify the certificate']),
    default: true,
    showIf: withTls,
  },
  {
    key: 'ca',
    type: 'password',
    names: both(['CA 证书', 'CA certificate']),
    isSecret: true,
    isMultiline: true,
    showIf: withTls,
  },
  {
    key: 'certificate',
    type: 'password',
    names: both(['客户端证书', 'Client certificate']),
    isSecret: true,
    isMultiline: true,
    showIf: withTls,
  },
  {
    key: 'privateKey',
    type: 'password',
    names: both(['客户端私钥', 'Client private key']),
    isSecret: true,
    isMultiline: true,
    showIf: withTls,
  },
]

const engine: Section = {
  key: 'engine',
  names: both(['容器引擎', 'Container engine']),
  answersAvailability: true,
  request: { reader: 'engine' },
  counters: [
    gauge(
      'running',
      'count',
      ['运行的容器', 'Containers running'],
      ['正在运行的容器', 'Containers that run'],
    ),
    gauge(
      'paused',
      'count',
      ['暂停的容器', 'Containers paused'],
      ['已暂停的容器', 'Containers that are paused'],
    ),
    gauge(
      'stopped',
      'count',
      ['停止的容器', 'Containers stopped'],
      ['已停止的容器', 'Containers that are stopped'],
    ),
    gauge('images', 'count', ['镜像数', 'Images'], ['主机上的镜像', 'Images on the host']),
    gauge('cpus', '', ['CPU 数', 'CPUs'], ['主机的逻辑 CPU', 'Logical CPUs of the host']),
    gauge('memory', 'bytes', ['主机内存', 'Memory of the host'], ['主机的内存', 'Memory of the host']),
    text('product', ['产品', 'Product'], ['容器引擎的名称', 'Name of the container engine']),
    text('version', ['版本', 'Version'], ['容器引擎的版本', 'Version of the container engine']),
    text('apiVersion', ['接口版本', 'API version'], ['接口的版本', 'Version of the API']),
    text(
      'driver',
      ['存储驱动', 'Storage driver'],
      ['镜像与容器的存储方式', 'How images and containers are stored'],
    ),
  ],
}

const containers: Section = {
  key: 'containers',
  names: both(['容器', 'Containers']),
  timeoutMs: 20_000,
  rows: { labels: ['name', 'id'] },
  request: { reader: 'containers' },
  counters: [
    state('state', '', ['状态', 'State'], ['容器的状态', 'State of the container'], {
      states: (
        [
          [0, 'exited', '已退出', 'Exited'],
          [1, 'running', '运行', 'Running'],
          [2, 'paused', '暂停', 'Paused'],
          [3, 'restarting', '正在重启', 'Restarting'],
          [4, 'created', '已创建', 'Created'],
          [5, 'dead', '已失效', 'Dead'],
          [6, 'removing', '正在删除', 'Removing'],
        ] as const
      ).map(([value, name, zh, en]) => ({
        value,
        texts:
          name === 'exited' ? ['exited', 'stopped'] : name === 'created' ? ['created', 'configured'] : [name],
        names: both([zh, en]),
      })),
    }),
    state('health', '', ['健康', 'Health'], ['健康检查的结果', 'Result of the health check'], {
      states: [
        { value: 0, texts: ['unhealthy'], names: both(['不健康', 'Unhealthy']) },
        { value: 1, texts: ['healthy'], names: both(['健康', 'Healthy']) },
        { value: 2, texts: ['starting'], names: both(['正在启动', 'Starting']) },
        { value: 3, texts: ['none'], names: both(['没有检查', 'No check']) },
      ],
    }),
    flag(
      'oomKilled',
      [['true'], ['false']],
      ['因内存不足被终止', 'Killed for lack of memory'],
      ['上次结束是否因超过内存限制', 'Whether it last ended because it exceeded its memory limit'],
    ),
    gauge(
      'restarts',
      'count',
      ['重启次数', 'Restarts'],
      ['引擎重启它的次数', 'Times that the engine restarted it'],
      {
        role: 'error',
      },
    ),
    gauge('exitCode', '', ['退出码', 'Exit code'], ['上次的退出码', 'Exit code of its last end']),
    text('image', ['镜像', 'Image'], ['容器的镜像', 'Image of the container']),
    text('startedAt', ['启动时间', 'Started at'], ['最近一次启动的时刻', 'When it was started last']),
    counter('cpu', 's', ['CPU 时间', 'CPU time'], ['所有 CPU 上的时间之和', 'Time on all CPUs'], {
      role: 'work',
    }),
    counter('cpuUser', 's', ['用户态', 'User'], ['运行用户程序的时间', 'Time in user programs']),
    counter('cpuSystem', 's', ['内核态', 'System'], ['运行内核的时间', 'Time in the kernel']),
    gauge(
      'cpuLimit',
      '',
      ['CPU 上限', 'CPU limit'],
      [
        '可用的 CPU 数；没有限制时为主机的 CPU 数',
        'CPUs that it can use; those of the host where none is set',
      ],
    ),
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
    gauge(
      'memory',
      'bytes',
      ['内存', 'Memory'],
      ['已用内存，不含可回收的文件缓存', 'Used memory without the file cache that can be reclaimed'],
      { role: 'utilisation', nature: 'space', capacity: 'memoryLimit' },
    ),
    gauge(
      'memoryLimit',
      'bytes',
      ['内存上限', 'Memory limit'],
      ['没有限制时为主机的内存', 'That of the host where none is set'],
    ),
    gauge(
      'pids',
      'count',
      ['进程与线程', 'Processes and threads'],
      ['容器内的任务数', 'Tasks in the container'],
    ),
    counter(
      'receivedBytes',
      'bytes',
      ['接收字节', 'Bytes received'],
      ['容器网络接收的字节', 'Bytes received'],
      {
        role: 'work',
      },
    ),
    counter('sentBytes', 'bytes', ['发送字节', 'Bytes sent'], ['容器网络发送的字节', 'Bytes sent'], {
      role: 'work',
    }),
    counter('receivedPackets', 'count', ['接收包', 'Packets received'], ['接收的包', 'Packets received']),
    counter('sentPackets', 'count', ['发送包', 'Packets sent'], ['发送的包', 'Packets sent']),
    counter(
      'networkErrors',
      'count',
      ['网络错误', 'Network errors'],
      ['收发出错的包', 'Packets with an error'],
      {
        role: 'error',
      },
    ),
    counter(
      'networkDrops',
      'count',
      ['网络丢弃', 'Network drops'],
      ['收发时丢弃的包', 'Packets that were dropped'],
      {
        role: 'error',
      },
    ),
    counter(
      'readBytes',
      'bytes',
      ['读字节', 'Bytes read'],
      ['从块设备读取的字节', 'Bytes read from block devices'],
    ),
    counter(
      'writtenBytes',
      'bytes',
      ['写字节', 'Bytes written'],
      ['写入块设备的字节', 'Bytes written to block devices'],
    ),
  ],
  computed: [
    computed(
      'cpuPercent',
      '100 * cpu / cpuLimit',
      '%',
      ['CPU 使用率', 'CPU use'],
      ['占 CPU 上限的比例', 'Share of its CPU limit'],
      { role: 'utilisation', nature: 'busy', capacity: 100 },
    ),
    computed(
      'memoryPercent',
      '100 * memory / memoryLimit',
      '%',
      ['内存使用率', 'Memory use'],
      ['占内存上限的比例', 'Share of its memory limit'],
      { role: 'utilisation', nature: 'none', capacity: 100 },
    ),
    computed(
      'throttledPercent',
      '100 * throttledPeriods / periods',
      '%',
      ['受限周期比例', 'Throttled share'],
      ['用完 CPU 限额的周期比例', 'Share of periods in which the CPU quota was used up'],
      { role: 'saturation' },
    ),
  ],
}

const of = (...keys: string[]) => keys.map(key => `containers.${key}`)

export const docker: MonitorTypeInput = {
  name: 'docker',
  version: 1,
  category: 'container',
  names: both(['容器（Docker、Podman）', 'Containers (Docker, Podman)']),
  help: both([
    '只发送读取请求；能使用套接字的账号等同于主机的管理员，请只在可信的主机上授权',
    'Only requests that read are sent. An account that can use the socket has the rights of root on the host: grant it only on hosts that you trust.',
  ]),
  triedOn: ['Podman 4.3.1'],
  transport: 'docker',
  params,
  sections: [engine, containers],
  charts: [
    chart('cpuUse', ['CPU 使用率', 'CPU use'], 'line', '%', of('cpuPercent', 'throttledPercent')),
    chart('cpu', ['CPU 时间', 'CPU time'], 'line', 's/s', of('cpu', 'cpuUser', 'cpuSystem', 'throttled')),
    chart('memoryUse', ['内存使用率', 'Memory use'], 'line', '%', of('memoryPercent')),
    chart('memory', ['内存', 'Memory'], 'line', 'bytes', of('memory', 'memoryLimit')),
    chart('network', ['网络吞吐', 'Network throughput'], 'line', 'bytes/s', of('receivedBytes', 'sentBytes')),
    chart(
      'packets',
      ['网络包', 'Network packets'],
      'line',
      'count/s',
      of('receivedPackets', 'sentPackets', 'networkErrors', 'networkDrops'),
    ),
    chart('block', ['磁盘吞吐', 'Disk throughput'], 'line', 'bytes/s', of('readBytes', 'writtenBytes')),
    chart('tasks', ['进程与重启', 'Processes and restarts'], 'line', 'count', of('pids', 'restarts')),
    chart('states', ['状态', 'States'], 'line', '', of('state', 'health', 'oomKilled', 'exitCode')),
    chart('limits', ['CPU 上限', 'CPU limits'], 'line', '', [...of('cpuLimit'), 'engine.cpus']),
    chart(
      'periods',
      ['调度周期', 'Scheduling periods'],
      'line',
      'count/s',
      of('periods', 'throttledPeriods'),
    ),
    chart('counts', ['容器与镜像', 'Containers and images'], 'line', 'count', [
      'engine.running',
      'engine.paused',
      'engine.stopped',
      'engine.images',
    ]),
    chart('hostMemory', ['主机内存', 'Memory of the host'], 'line', 'bytes', ['engine.memory']),
  ],
  tables: [
    {
      key: 'containers',
      names: both(['容器', 'Containers']),
      section: 'containers',
      columns: ['name', 'id', 'image', 'startedAt'],
    },
    {
      key: 'engine',
      names: both(['容器引擎', 'Container engine']),
      section: 'engine',
      columns: ['product', 'version', 'apiVersion', 'driver'],
    },
  ],
  thresholds: [
    { counter: 'containers.cpuPercent', max: 90, times: 3, cycleMs: 60_000, severity: 'warning' },
    { counter: 'containers.memoryPercent', max: 90, times: 3, cycleMs: 60_000, severity: 'warning' },
    { counter: 'containers.oomKilled', max: 0, severity: 'critical' },
    { counter: 'containers.health', min: 1, severity: 'critical' },
  ],
}
