/** Thread groups: JMeter's own, and those of the casutg plugin set. */
import { type ElementDefinition, elementsOf, type ItemDefinition } from './element.ts'
import { choice, code, column, flag, nested, number, table, text, unendingLoops } from './fields.ts'

const onError = choice('ThreadGroup.on_sample_error', '取样出错后', 'After a sampler error', [
  ['continue', '继续', 'Continue'],
  ['startnextloop', '开始下一轮循环', 'Start next thread loop'],
  ['stopthread', '停止线程', 'Stop thread'],
  ['stoptest', '停止测试', 'Stop test'],
  ['stoptestnow', '立即停止测试', 'Stop test now'],
])

const loopController = (loops: ItemDefinition) =>
  nested(
    'ThreadGroup.main_controller',
    {
      elementType: 'LoopController',
      guiclass: 'LoopControlPanel',
      testclass: 'LoopController',
      testname: 'Loop Controller',
    },
    [
      loops,
      flag('LoopController.continue_forever', '循环次数用尽后仍继续', 'Continue beyond the loops', {
        absent: 'true',
      }),
    ],
  )

const virtualUsers = nested(
  'ThreadGroup.main_controller',
  { elementType: 'com.blazemeter.jmeter.control.VirtualUserController' },
  [],
)

const plain: readonly ItemDefinition[] = [
  onError,
  number('ThreadGroup.num_threads', '线程数', 'Threads', { type: 'int', initial: '1' }),
  number('ThreadGroup.ramp_time', '爬坡时间（秒）', 'Ramp-up (s)', { type: 'int', initial: '1' }),
  flag('ThreadGroup.same_user_on_next_iteration', '每次迭代使用同一用户', 'Same user on each iteration', {
    initial: 'true',
  }),
  loopController(
    number('LoopController.loops', '循环次数', 'Loops', {
      unlimited: unendingLoops,
      initial: '1',
      absent: '-1',
      min: -1,
    }),
  ),
  flag('ThreadGroup.delayedStart', '延迟创建线程直到需要', 'Delay thread creation until needed'),
  flag('ThreadGroup.scheduler', '指定线程生命周期', 'Specify thread lifetime'),
  number('ThreadGroup.duration', '持续时间（秒）', 'Duration (s)'),
  number('ThreadGroup.delay', '启动延迟（秒）', 'Startup delay (s)'),
]

const forever = loopController(
  number('LoopController.loops', '循环次数', 'Loops', {
    unlimited: unendingLoops,
    type: 'int',
    initial: '-1',
    min: -1,
  }),
)

const unit = choice(
  'Unit',
  '时间单位',
  'Time unit',
  [
    ['S', '秒', 'Seconds'],
    ['M', '分钟', 'Minutes'],
  ],
  { absent: 'M' },
)

const arrivalsTail = [
  text('LogFilename', '线程状态日志文件', 'Log threads status into file'),
  number('Iterations', '每线程迭代上限', 'Thread iterations limit'),
]

export const threadElements: readonly ElementDefinition[] = elementsOf('threads', [
  { testclass: 'ThreadGroup', guiclass: 'ThreadGroupGui', zh: '线程组', en: 'Thread Group', items: plain },
  {
    testclass: 'SetupThreadGroup',
    guiclass: 'SetupThreadGroupGui',
    zh: 'setUp 线程组',
    en: 'setUp Thread Group',
    items: plain,
  },
  {
    testclass: 'PostThreadGroup',
    guiclass: 'PostThreadGroupGui',
    zh: 'tearDown 线程组',
    en: 'tearDown Thread Group',
    items: plain,
  },
  {
    testclass: 'OpenModelThreadGroup',
    guiclass: 'OpenModelThreadGroupGui',
    zh: '开放模型线程组',
    en: 'Open Model Thread Group',
    items: [
      nested('ThreadGroup.main_controller', { elementType: 'OpenModelThreadGroupController' }, []),
      onError,
      code('OpenModelThreadGroup.schedule', '负载计划', 'Schedule', {
        hint: {
          zh: '例如 rate(1/sec) random_arrivals(2 min) pause(5 sec)',
          en: 'For example rate(1/sec) random_arrivals(2 min) pause(5 sec)',
        },
      }),
      number('OpenModelThreadGroup.random_seed', '随机种子（0 为每次不同）', 'Random seed (0 = differs)', {
        type: 'long',
        initial: '0',
      }),
    ],
  },
  {
    testclass: 'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup',
    guiclass: 'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroupGui',
    isPlugin: true,
    zh: '并发线程组（bzm）',
    en: 'bzm - Concurrency Thread Group',
    items: [
      virtualUsers,
      onError,
      number('TargetLevel', '目标并发数', 'Target concurrency', { absent: '1' }),
      number('RampUp', '爬坡时间', 'Ramp-up time'),
      number('Steps', '爬坡级数', 'Ramp-up steps'),
      number('Hold', '保持时间', 'Hold target rate time', { absent: '1' }),
      ...arrivalsTail,
      unit,
    ],
  },
  {
    testclass: 'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup',
    guiclass: 'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroupGui',
    isPlugin: true,
    zh: '到达率线程组（bzm）',
    en: 'bzm - Arrivals Thread Group',
    items: [
      virtualUsers,
      onError,
      number('TargetLevel', '目标到达率', 'Target rate (arrivals per unit)', { absent: '1' }),
      number('RampUp', '爬坡时间', 'Ramp-up time'),
      number('Steps', '爬坡级数', 'Ramp-up steps'),
      number('Hold', '保持时间', 'Hold target rate time', { absent: '1' }),
      ...arrivalsTail,
      number('ConcurrencyLimit', '并发上限', 'Concurrency limit'),
      unit,
    ],
  },
  {
    testclass: 'com.blazemeter.jmeter.threads.arrivals.FreeFormArrivalsThreadGroup',
    guiclass: 'com.blazemeter.jmeter.threads.arrivals.FreeFormArrivalsThreadGroupGui',
    isPlugin: true,
    zh: '自由到达率线程组（bzm）',
    en: 'bzm - Free-Form Arrivals Thread Group',
    items: [
      virtualUsers,
      onError,
      table('Schedule', '到达率计划', 'Arrivals schedule', {
        elementType: null,
        nameColumn: null,
        columns: [
          column(0, '起始值', 'Start value', { widget: 'number', initial: '1' }),
          column(1, '结束值', 'End value', { widget: 'number', initial: '10' }),
          column(2, '时长', 'Duration', { widget: 'number', initial: '60' }),
        ],
      }),
      ...arrivalsTail,
      number('ConcurrencyLimit', '并发上限', 'Concurrency limit'),
      unit,
    ],
  },
  {
    testclass: 'kg.apc.jmeter.threads.SteppingThreadGroup',
    guiclass: 'kg.apc.jmeter.threads.SteppingThreadGroupGui',
    isPlugin: true,
    zh: '步进线程组（jp@gc）',
    en: 'jp@gc - Stepping Thread Group',
    items: [
      onError,
      number('ThreadGroup.num_threads', '线程总数', 'Threads in total', {
        initial: '100',
        absent: '',
      }),
      number('Threads initial delay', '启动前等待（秒）', 'Wait before the first threads (s)', {
        initial: '0',
        absent: '',
      }),
      number('Start users count', '每级增加的线程数', 'Threads added per step', {
        initial: '10',
        absent: '',
      }),
      number('Start users count burst', '第一级的线程数', 'Threads of the first step', {
        initial: '0',
        absent: '',
      }),
      number('Start users period', '每级间隔（秒）', 'Time between steps (s)', { initial: '30', absent: '' }),
      number('Stop users count', '每次停止的线程数', 'Threads stopped at a time', {
        initial: '5',
        absent: '',
      }),
      number('Stop users period', '停止间隔（秒）', 'Time between stops (s)', { initial: '1', absent: '' }),
      number('flighttime', '保持负载（秒）', 'Hold load for (s)', { initial: '60', absent: '' }),
      number('rampUp', '每级爬坡时间（秒）', 'Ramp-up of each step (s)', { initial: '5', absent: '' }),
      forever,
    ],
  },
  {
    testclass: 'kg.apc.jmeter.threads.UltimateThreadGroup',
    guiclass: 'kg.apc.jmeter.threads.UltimateThreadGroupGui',
    isPlugin: true,
    zh: '终极线程组（jp@gc）',
    en: 'jp@gc - Ultimate Thread Group',
    items: [
      table('ultimatethreadgroupdata', '线程计划', 'Threads schedule', {
        elementType: null,
        nameColumn: null,
        columns: [
          column(0, '线程数', 'Start threads count', { widget: 'number', initial: '100' }),
          column(1, '初始延迟（秒）', 'Initial delay (s)', { widget: 'number', initial: '0' }),
          column(2, '爬坡时间（秒）', 'Startup time (s)', { widget: 'number', initial: '30' }),
          column(3, '保持负载（秒）', 'Hold load for (s)', { widget: 'number', initial: '60' }),
          column(4, '停止时间（秒）', 'Shutdown time (s)', { widget: 'number', initial: '10' }),
        ],
      }),
      forever,
      onError,
    ],
  },
])
