/** Timers. */
import { type ElementDefinition, elementsOf } from './element.ts'
import { choice, number } from './fields.ts'
import { beanShell, bsf, jsr223 } from './scripts.ts'

const delay = (zh: string, en: string, initial: string) =>
  number('ConstantTimer.delay', zh, en, { initial, absent: '' })
const range = (zh: string, en: string, initial: string) =>
  number('RandomTimer.range', zh, en, { initial, absent: '' })

export const timerElements: readonly ElementDefinition[] = elementsOf('timer', [
  {
    testclass: 'ConstantTimer',
    guiclass: 'ConstantTimerGui',
    zh: '固定定时器',
    en: 'Constant Timer',
    items: [delay('线程延迟（毫秒）', 'Thread delay (ms)', '300')],
  },
  {
    testclass: 'UniformRandomTimer',
    guiclass: 'UniformRandomTimerGui',
    zh: '均匀随机定时器',
    en: 'Uniform Random Timer',
    items: [
      range('最大随机延迟（毫秒）', 'Random delay maximum (ms)', '100.0'),
      delay('固定延迟偏移（毫秒）', 'Constant delay offset (ms)', '0'),
    ],
  },
  {
    testclass: 'GaussianRandomTimer',
    guiclass: 'GaussianRandomTimerGui',
    zh: '高斯随机定时器',
    en: 'Gaussian Random Timer',
    items: [
      range('偏差（毫秒）', 'Deviation (ms)', '100.0'),
      delay('固定延迟偏移（毫秒）', 'Constant delay offset (ms)', '300'),
    ],
  },
  {
    testclass: 'PoissonRandomTimer',
    guiclass: 'PoissonRandomTimerGui',
    zh: '泊松随机定时器',
    en: 'Poisson Random Timer',
    items: [
      range('Lambda（毫秒）', 'Lambda (ms)', '100'),
      delay('固定延迟偏移（毫秒）', 'Constant delay offset (ms)', '300'),
    ],
  },
  {
    testclass: 'ConstantThroughputTimer',
    zh: '固定吞吐量定时器',
    en: 'Constant Throughput Timer',
    items: [
      number('throughput', '目标吞吐量（每分钟样本数）', 'Target throughput (samples per minute)', {
        type: 'double',
        initial: '0.0',
      }),
      choice(
        'calcMode',
        '计算依据',
        'Calculate throughput based on',
        [
          ['0', '仅当前线程', 'This thread only'],
          ['1', '所有活动线程', 'All active threads'],
          ['2', '当前线程组的活动线程', 'All active threads in current thread group'],
          ['3', '所有活动线程（共享）', 'All active threads (shared)'],
          ['4', '当前线程组的活动线程（共享）', 'All active threads in current thread group (shared)'],
        ],
        { type: 'int' },
      ),
    ],
  },
  {
    testclass: 'PreciseThroughputTimer',
    zh: '精确吞吐量定时器',
    en: 'Precise Throughput Timer',
    items: [
      number('throughput', '目标吞吐量（每周期样本数）', 'Target throughput (samples per period)', {
        type: 'double',
        initial: '100.0',
      }),
      number('throughputPeriod', '吞吐量周期（秒）', 'Throughput period (s)', {
        type: 'int',
        initial: '3600',
      }),
      number('duration', '测试时长（秒）', 'Test duration (s)', { type: 'long', initial: '3600' }),
      number('batchSize', '每批线程数', 'Threads in the batch', { type: 'int', initial: '1' }),
      number('batchThreadDelay', '批内线程间隔（毫秒）', 'Delay between threads in the batch (ms)', {
        type: 'int',
        initial: '0',
      }),
      number('randomSeed', '随机种子（0 为每次不同）', 'Random seed (0 = differs)', {
        type: 'long',
        initial: '0',
      }),
      number('allowedThroughputSurplus', '允许超出（%）', 'Allowed throughput surplus (%)', {
        type: 'double',
        initial: '1.0',
      }),
      number('exactLimit', '超过此样本数时用近似计算', 'Approximate beyond this many samples', {
        type: 'int',
        initial: '10000',
      }),
    ],
  },
  {
    testclass: 'SyncTimer',
    zh: '同步定时器',
    en: 'Synchronizing Timer',
    items: [
      number('groupSize', '集合的用户数（0 为线程组全部）', 'Users to group by (0 = all of the group)', {
        type: 'int',
        initial: '0',
      }),
      number('timeoutInMs', '超时（毫秒，0 为一直等）', 'Time-out (ms, 0 = none)', {
        type: 'long',
        initial: '0',
      }),
    ],
  },
  { testclass: 'JSR223Timer', icon: 'code', zh: 'JSR223 定时器', en: 'JSR223 Timer', items: jsr223 },
  {
    testclass: 'BeanShellTimer',
    icon: 'code',
    zh: 'BeanShell 定时器',
    en: 'BeanShell Timer',
    items: beanShell,
  },
  {
    testclass: 'BSFTimer',
    icon: 'code',
    zh: 'BSF 定时器（弃用）',
    en: 'BSF Timer (deprecated)',
    isDeprecated: true,
    items: bsf,
  },
])
