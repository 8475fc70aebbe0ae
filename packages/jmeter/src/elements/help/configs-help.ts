/** Help for configuration elements and timers. */
import type { HelpTable } from './table.ts'

export const configsHelp: HelpTable = {
  'Arguments.arguments': [
    '测试开始时求值一次，所有线程组可用。需要每次迭代不同的值时用“用户参数”或 CSV。',
    'Evaluated once when the test starts. For values that change in each iteration use user parameters or a CSV file.',
  ],
  'CSVDataSet:filename': [
    '先上传到组件，这里选文件名。多台压力机各读自己的一份。',
    'Upload the file to the component and choose it here. Each load machine reads its own copy.',
  ],
  fileEncoding: [
    '与文件的实际编码一致，Excel 在中文 Windows 上导出的一般是 GBK。留空为系统编码。',
    'Encoding of the file. Empty = that of the system.',
  ],
  'CSVDataSet:ignoreFirstLine': [
    '首行是列名且上面填了变量名时打开。',
    'On if the first line holds names and variable names are given above.',
  ],
  'CSVDataSet:delimiter': ['列之间的字符，默认为逗号。', 'Character between columns, a comma by default.'],
  quotedData: [
    '值用双引号括起来、其中含分隔符或换行时打开。',
    'On if values are in double quotes because they contain delimiters or line ends.',
  ],
  recycle: [
    '数据用完后从头再用。关闭时，下一项决定线程是否停止。',
    'Starts again when the data is used up. Off: the next field decides whether threads stop.',
  ],
  stopThread: [
    '数据用完后停止线程，适合每条数据只能用一次的场景；“从头再读”须关闭。',
    'Threads stop when the data is used up, for data that may be used once only. “Recycle” must be off.',
  ],
  shareMode: [
    '所有线程：每行只被一个线程取到。当前线程：每个线程都从第一行读起。',
    'All threads: each line goes to one thread. Current thread: every thread reads from the first line.',
  ],
  'CounterConfig.start': ['第一个值，默认 0。', 'The first value, 0 by default.'],
  'CounterConfig.incr': ['每次迭代增加多少。', 'Added in each iteration.'],
  'CounterConfig.end': [
    '超过后回到起始值。留空表示不限。',
    'Beyond it the counter returns to its start. Empty = no limit.',
  ],
  'CounterConfig.format': ['例如 000 产生 001、002。', 'For example 000, which gives 001, 002.'],
  'CounterConfig.name': ['保存计数的变量，写作 ${名称}。', 'Variable of the count, written as ${name}.'],
  'CounterConfig.per_user': [
    '打开时每个线程各自计数；关闭时所有线程共用，值不重复。',
    'On: each thread counts for itself. Off: all threads share the counter, and no value occurs twice.',
  ],
  'CounterConfig.reset_on_tg_iteration': [
    '每次迭代开始时回到起始值。',
    'Returns to the start in each iteration.',
  ],
  variableName: ['保存随机数的变量。', 'Variable of the random number.'],
  outputFormat: [
    '例如 USER_0000 产生 USER_0042。留空为纯数字。',
    'For example USER_0000, which gives USER_0042. Empty = the number alone.',
  ],
  minimumValue: ['随机数的最小值（含）。', 'The lowest random number, inclusive.'],
  maximumValue: ['随机数的最大值（含）。', 'The highest random number, inclusive.'],
  'RandomVariableConfig:randomSeed': [
    '同样的种子产生同样的序列。留空表示每次不同。',
    'The same seed gives the same numbers. Empty = different each time.',
  ],
  perThread: [
    '打开时每个线程有自己的随机序列；关闭时共用一个。',
    'On: each thread has random numbers of its own. Off: all share one series.',
  ],
  preload: [
    '测试开始前读取密钥库，不影响第一个请求的时间。',
    'Reads the keystore before the test, so that it does not count into the first request.',
  ],
  clientCertAliasVarName: [
    '这个变量的值是要使用的证书别名。',
    'The value of this variable is the alias of the certificate to use.',
  ],
  startIndex: ['使用的第一个别名，从 0 数起。', 'The first alias to use, counted from 0.'],
  endIndex: ['使用的最后一个别名。', 'The last alias to use.'],
  'ConstantTimer.delay': ['每个请求前都加上的固定等待。', 'A fixed wait before each request.'],
  'UniformRandomTimerGui:ConstantTimer.delay': [
    '等待 = 此值 + 随机延迟。',
    'The wait is this value plus the random delay.',
  ],
  'GaussianRandomTimerGui:ConstantTimer.delay': ['等待的平均值。', 'Mean of the waits.'],
  'PoissonRandomTimerGui:ConstantTimer.delay': [
    '等待 = 此值 + 随机延迟。',
    'The wait is this value plus the random delay.',
  ],
  'UniformRandomTimerGui:RandomTimer.range': [
    '随机延迟在 0 到此值之间均匀分布。',
    'The random delay is between 0 and this value, all equally likely.',
  ],
  'GaussianRandomTimerGui:RandomTimer.range': [
    '正态分布的标准差，约三分之二的等待与平均值相差不超过它。',
    'Standard deviation of the normal distribution: two thirds of the waits are within it.',
  ],
  'PoissonRandomTimerGui:RandomTimer.range': ['随机延迟的平均值。', 'Mean of the random delay.'],
  'ConstantThroughputTimer:throughput': [
    '单位是每分钟：60 表示每秒 1 个。定时器只能降低速度，线程不够时达不到目标。',
    'Per minute: 60 is 1 per second. The timer can only slow down; with too few threads the target is not reached.',
  ],
  calcMode: [
    '目标是每个线程的，还是所有线程合计的。“共享”在线程之间分配得更均匀。',
    'Whether the target is for each thread or for all together. “Shared” spreads it more evenly.',
  ],
  'PreciseThroughputTimer:throughput': [
    '每个周期内开始的样本数，到达时刻随机但总数准确。',
    'Samples that start in each period; times are random, the total is exact.',
  ],
  throughputPeriod: [
    '周期的长度，3600 表示目标按小时计。',
    'Length of the period; 3600 means a target per hour.',
  ],
  'PreciseThroughputTimer:duration': [
    '预先为这么长的时间安排到达时刻，须不短于测试本身。',
    'Arrivals are planned for this time; not shorter than the test.',
  ],
  batchSize: ['每次同时放行多少个线程，默认 1。', 'Threads that go on together, 1 by default.'],
  batchThreadDelay: ['同一批线程之间相隔多久。', 'Time between the threads of a batch.'],
  'PreciseThroughputTimer:randomSeed': [
    '同样的种子产生同样的到达时刻。',
    'The same seed gives the same times.',
  ],
  allowedThroughputSurplus: [
    '为了加快计算，允许总数超出目标的比例。',
    'How far the total may exceed the target, for a faster computation.',
  ],
  exactLimit: [
    '样本数较多时用近似计算，节省时间和内存。',
    'Larger totals are approximated, which saves time and memory.',
  ],
  groupSize: [
    '到齐这么多线程后同时放行（集合点）。大于线程数时会一直等待。',
    'So many threads are released together (rendezvous). More than there are threads waits without end.',
  ],
  timeoutInMs: [
    '等待这么久仍未到齐也放行。线程可能提前结束时请设置。',
    'Releases those that are there after this time. Set it where threads may end early.',
  ],
  'UserParameters.names': ['变量的名称，每行一个。', 'Names of the variables.'],
  'UserParameters.thread_values': [
    '每行是一个用户的值，线程按序号轮流使用各行。',
    'A row holds the values of one user; threads use the rows in turn.',
  ],
  'UserParameters.per_iteration': [
    '打开时每次迭代更新一次；关闭时每个请求前更新。',
    'On: updated once in each iteration. Off: before each request.',
  ],
  'InterruptTimer.timeout': [
    '请求超过这个时间就中断并算失败。',
    'A request is interrupted after this time, and fails.',
  ],
}
