/** Terms of scenarios: how much load, in which form, and how it is driven. */
import type { Term } from './term.ts'

const scenarios = '/pone/atf/projects/testset'

export const loadTerms: readonly Term[] = [
  {
    id: 'scenario',
    zh: '场景',
    en: 'scenario',
    meaning: {
      zh: '一次压测的安排：用哪些组件、多大压力、在哪个集群上执行、怎样才算通过。',
      en: 'The plan of a load test: which components, how much load, on which cluster, and what counts as passed.',
    },
    not: { zh: ['测试集', '压测方案'], en: ['test set', 'test suite'] },
    see: ['component', 'load-model', 'sla', 'scenario-set'],
    page: scenarios,
  },
  {
    id: 'scenario-set',
    zh: '场景集',
    en: 'scenario set',
    meaning: {
      zh: '给场景归类的目录，只用于整理；要一起执行多个场景，请用任务集。',
      en: 'A folder that keeps scenarios together. To execute several scenarios as one, use a task set.',
    },
    see: ['task-set'],
    page: scenarios,
  },
  {
    id: 'task-set',
    zh: '任务集',
    en: 'task set',
    meaning: {
      zh: '把多个场景组织成一次执行：同时或依次，立即或按执行计划。同一任务集的任务都是 PR，或都是 JMeter。',
      en: 'Executes several scenarios as one, all together or one after another, now or on a schedule. All its tasks are of the type PR, or all of the type JMeter.',
    },
    see: ['scenario', 'schedule'],
  },
  {
    id: 'task',
    zh: '任务',
    en: 'task',
    meaning: {
      zh: '一个场景或任务集的执行，在任务中心排队、执行和停止。',
      en: 'An execution of a scenario or a task set; the task centre shows it waiting, running and ended.',
    },
    see: ['execution-record', 'task-set'],
    page: '/pone/atf/projects/taskCenter',
  },
  {
    id: 'schedule',
    zh: '执行计划',
    en: 'schedule',
    meaning: {
      zh: '任务集自动执行的时间：一次、每天、每周、每月或 cron 表达式。',
      en: 'When a task set is executed by itself: once, daily, weekly, monthly, or by a cron expression.',
    },
    not: { zh: ['调度计划', '定时计划'] },
    see: ['task-set'],
  },
  {
    id: 'engine',
    zh: '引擎',
    en: 'engine',
    meaning: {
      zh: '发出请求并计时的程序。PR 是 Pone 自带的引擎，执行在平台中设计的组件；JMeter 是 Apache JMeter，执行 .jmx 测试计划。每个场景、任务和集群只属于其中一种类型。',
      en: 'The program that sends requests and times them. PR is the engine that comes with Pone and runs components designed in the product; JMeter is Apache JMeter and runs .jmx test plans. Each scenario, task and cluster is of one of these types.',
    },
    not: { zh: ['施压引擎', '发压引擎'], en: ['load generator'] },
    see: ['engine-process', 'component'],
  },
  {
    id: 'pr',
    zh: 'PR',
    en: 'PR',
    meaning: {
      zh: 'Pone 自带的压测引擎，执行在平台中设计的组件，支持 HTTP、WebSocket、SQL 等协议。与 JMeter 相对：类型为 PR 的组件、场景和集群只能互相搭配。',
      en: 'The load engine that comes with Pone. It runs components designed in the product, over HTTP, WebSocket, SQL and other protocols. Components, scenarios and clusters of the type PR go together; those of the type JMeter do, too.',
    },
    see: ['engine', 'component', 'cluster'],
  },
  {
    id: 'virtual-user',
    zh: '虚拟用户',
    en: 'virtual user',
    meaning: {
      zh: '一个按顺序反复执行组件的模拟用户，有自己的 Cookie、连接和变量。界面上常简称“用户”。许可证和压力机的容量按虚拟用户计算。',
      en: 'A simulated user that runs a component again and again, with its own cookies, connections and variables. Pages often say “user”. Licence and capacity of load machines are counted in virtual users.',
    },
    not: { zh: ['虚拟人数', '并发线程数', '模拟用户数'], en: ['vuser', 'vusers', 'VU', 'VUs', 'bot'] },
    see: ['concurrency', 'iteration'],
  },
  {
    id: 'concurrency',
    zh: '并发用户',
    en: 'concurrent users',
    meaning: {
      zh: '同一时刻活动的虚拟用户数。',
      en: 'The number of virtual users that are active at the same moment.',
    },
    not: { zh: ['并发量'] },
    see: ['virtual-user', 'peak-users'],
  },
  {
    id: 'peak-users',
    zh: '峰值用户',
    en: 'peak users',
    meaning: {
      zh: '统计区间内任一时刻的最大活动用户数。',
      en: 'The most users that were active at any instant of the interval.',
    },
    see: ['concurrency'],
  },
  {
    id: 'iteration',
    zh: '迭代',
    en: 'iteration',
    meaning: {
      zh: '一个用户把组件从头到尾执行一遍。循环次数限制每个用户的迭代次数。',
      en: 'One pass of a user through a component, from its first step to its last. Loops limit the iterations of each user.',
    },
    see: ['pacing', 'virtual-user'],
  },
  {
    id: 'load-model',
    zh: '负载模型',
    en: 'load model',
    meaning: {
      zh: '用户数或到达率随时间的变化：恒定、递增、并发、自定义、尖峰，或按组件线程组。',
      en: 'How the number of users, or the arrival rate, changes over time: constant, incremental, concurrency, user-defined, surge, or as the thread groups of the components.',
    },
    not: { zh: ['加压模型', '压力模型'], en: ['load profile', 'load shape', 'load pattern'] },
    see: ['ramp-up', 'arrival-rate', 'surge'],
    page: scenarios,
  },
  {
    id: 'ramp-up',
    zh: '爬坡',
    en: 'ramp-up',
    meaning: {
      zh: '负载从起始值均匀增加到目标值的阶段，单位秒。SLA 规则不判定这个阶段。',
      en: 'The time in which the load grows evenly to its target, in seconds. SLA rules are not evaluated in it.',
    },
    not: { zh: ['爬升', '启动时间（秒）', '预热阶段', '加压阶段'], en: ['ramp up', 'rampup'] },
    see: ['ramp-down', 'sla', 'warm-up'],
  },
  {
    id: 'warm-up',
    zh: '预热',
    en: 'warm-up',
    meaning: {
      zh: '打开后，执行开始前压力机在内部运行组件的步骤，减少最初几秒的响应时间中压力机自身的编译开销；不向被测系统发送请求，最长 3 秒。',
      en: 'Where it is switched on, a load machine runs the steps of the components internally before a run starts, so that response times of the first seconds include less of the cost of its own compiler. Nothing is sent to the system under test; it takes 3 s at the most.',
    },
    see: ['ramp-up', 'load-machine'],
  },
  {
    id: 'ramp-down',
    zh: '下降',
    en: 'ramp-down',
    meaning: {
      zh: '负载均匀减少到 0 的阶段，单位秒。',
      en: 'The time in which the load falls evenly to 0, in seconds.',
    },
    not: { zh: ['逐步退出', '退出时间'], en: ['ramp down', 'rampdown', 'cool-down'] },
    see: ['ramp-up'],
  },
  {
    id: 'surge',
    zh: '尖峰负载',
    en: 'surge',
    meaning: {
      zh: '在低位与高位之间反复切换的负载模型，检验系统承受突发流量和恢复的能力。',
      en: 'A load model that switches between low and high again and again, to test bursts and recovery.',
    },
    not: { zh: ['浪涌', '脉冲负载'], en: ['spike', 'spikes'] },
    see: ['load-model'],
  },
  {
    id: 'arrival-rate',
    zh: '到达率',
    en: 'arrival rate',
    meaning: {
      zh: '每秒、每分钟或每小时开始的迭代数，可以是小数，不受系统快慢影响（开放模型）。没有空闲用户时到达被丢弃，比应到时刻晚 10 毫秒以上才开始的计为迟到。',
      en: 'Iterations that start per second, minute or hour, with decimals if need be, whether or not the system keeps up (open model). Without a free user an arrival is dropped; one that starts more than 10 ms late counts as late.',
    },
    not: { zh: ['到达速率', '注入速率'], en: ['injection rate'] },
    see: ['iteration', 'load-model'],
  },
  {
    id: 'sla',
    zh: 'SLA 规则',
    en: 'SLA rule',
    meaning: {
      zh: '场景通过的条件：指标、要求和判断窗口，例如“P95 响应时间 < 500 毫秒”。不满足时可以仅记录、告警或停止执行。',
      en: 'A condition for passing: metric, bound and window, such as “P95 response time < 500 ms”. When it is broken, it is recorded, reported, or stops the run.',
    },
    not: { zh: ['服务等级规则'], en: ['pass criterion', 'pass criteria'] },
    see: ['percentile', 'ramp-up'],
    page: '/pone/atf/projects/SLA',
  },
]
