/** Help for the test plan, thread groups and logic controllers. */
import type { HelpTable } from './table.ts'

export const threadsHelp: HelpTable = {
  'TestPlan.user_defined_variables/Arguments.arguments': [
    '整个测试计划可用的变量，写作 ${名称}，测试开始时求值一次。',
    'Variables for the whole plan, written as ${name}. They are evaluated once, when the test starts.',
  ],
  'TestPlan.functional_mode': [
    '把每个请求和响应的全部数据写入结果文件，只用于功能验证。压测时请关闭，否则 JMeter 会变慢。',
    'Writes all data of each request and response into the result files. For functional checks only: it slows JMeter down under load.',
  ],
  'TestPlan.serialize_threadgroups': [
    '打开后线程组依次运行，前一个结束才开始下一个；关闭时同时运行。',
    'On: thread groups run one after another. Off: they run at the same time.',
  ],
  'TestPlan.tearDown_on_shutdown': [
    '测试被停止时仍然运行 tearDown 线程组，以便清理数据。立即停止时不运行。',
    'Runs the tearDown thread groups also when the test is stopped, for example to remove test data. An immediate stop skips them.',
  ],
  'WorkBench.save': [
    '把工作台的内容随计划一起保存。JMeter 4.0 起已不使用工作台。',
    'Saves the WorkBench with the plan. JMeter has not used it since 4.0.',
  ],
  'ThreadGroup.on_sample_error': [
    '请求失败或断言不通过后，线程怎样继续。压测一般选“继续”，后面的请求依赖前面的结果时选“开始下一轮循环”。',
    'What a thread does after a failed request or assertion. “Continue” suits most load tests; “Start next thread loop” suits steps that need the ones before.',
  ],
  'ThreadGroup.num_threads': [
    '并发线程数，一个线程就是一个虚拟用户。场景使用自己的负载模型时，以场景为准。',
    'Concurrent threads; each is a virtual user. A scenario with a load model of its own replaces this number.',
  ],
  'ThreadGroup.ramp_time': [
    '在多少秒内把全部线程均匀启动。0 表示同时启动，容易在开头造成冲击。',
    'Seconds in which all threads start, evenly spread. 0 starts them at once, which puts a peak at the beginning.',
  ],
  'ThreadGroup.same_user_on_next_iteration': [
    '打开时线程在下一次迭代保留 Cookie、缓存和连接；关闭时每次迭代都是新用户。',
    'On: a thread keeps cookies, cache and connections in its next iteration. Off: each iteration is a new user.',
  ],
  'ThreadGroup.main_controller/LoopController.loops': [
    '每个线程执行线程组内容的次数。“永远”时由持续时间或人工停止来结束。',
    'How often each thread runs the content of the group. With “Forever” the duration or a person ends it.',
  ],
  'ThreadGroup.main_controller/LoopController.continue_forever': [
    'JMeter 内部使用的标记，一般保持关闭。',
    'A mark that JMeter uses itself; leave it off.',
  ],
  'ThreadGroup.delayedStart': [
    '爬坡轮到某个线程时才创建它。线程很多、爬坡很长时打开，可以节省内存。',
    'Creates a thread only when the ramp-up reaches it. Saves memory with many threads and a long ramp-up.',
  ],
  'ThreadGroup.scheduler': [
    '打开后，下面的持续时间和启动延迟才生效。',
    'Duration and startup delay below count only while this is on.',
  ],
  'ThreadGroup.duration': [
    '线程组运行多少秒，从启动延迟结束时算起，包含爬坡。留空表示不限。',
    'Seconds that the group runs, ramp-up included, counted from the end of the startup delay. Empty = no limit.',
  ],
  'ThreadGroup.delay': [
    '测试开始后等待多少秒才启动这个线程组。留空表示不等待。',
    'Seconds between the start of the test and the first thread of this group. Empty = none.',
  ],
  'OpenModelThreadGroup.random_seed': [
    '同样的种子产生同样的到达时刻，便于两次测试比较。0 表示每次不同。',
    'The same seed gives the same arrival times, so that two tests can be compared. 0 = different each time.',
  ],
  'ConcurrencyThreadGroupGui:TargetLevel': [
    '爬坡结束后保持的并发线程数，线程不足时自动补充。',
    'Concurrent threads to reach and keep; threads that end are replaced.',
  ],
  'ArrivalsThreadGroupGui:TargetLevel': [
    '爬坡结束后每个时间单位开始的迭代数，与响应快慢无关。',
    'Iterations that start per time unit after the ramp-up, whether or not the system keeps up.',
  ],
  RampUp: ['从 0 增加到目标值的时间，单位见“时间单位”。', 'Time from 0 to the target, in the unit below.'],
  Steps: ['把爬坡分成几级台阶。留空表示平滑增加。', 'Number of steps of the ramp-up. Empty = a smooth line.'],
  Hold: [
    '达到目标后保持多久，单位见“时间单位”，到时结束。',
    'How long the target is kept before the group ends, in the unit below.',
  ],
  LogFilename: [
    '把线程启动和停止的时刻写入这个文件，用于排查。留空不写。',
    'Writes when threads start and stop into this file, for debugging. Empty = none.',
  ],
  Iterations: [
    '每个线程最多执行的迭代数。留空表示不限。',
    'The most iterations of one thread. Empty = no limit.',
  ],
  Unit: ['爬坡时间和保持时间的单位。', 'Unit of ramp-up and hold time.'],
  ConcurrencyLimit: [
    '同时运行的线程上限，达到后不再开始新的迭代，防止响应变慢时线程无限增加。',
    'The most threads at the same time. It keeps slow responses from creating threads without end.',
  ],
  Schedule: [
    '每行一个阶段：到达率从起始值变到结束值，持续给定的时长。单位见“时间单位”。',
    'A phase per row: the rate goes from the start value to the end value within the duration, in the unit below.',
  ],
  'SteppingThreadGroupGui:ThreadGroup.num_threads': [
    '最终达到的线程数。',
    'Number of threads at the top of the steps.',
  ],
  'Threads initial delay': [
    '测试开始后等待多少秒再启动线程。',
    'Seconds to wait before the first thread starts.',
  ],
  'Start users count': ['每一级增加的线程数。', 'Threads that each step adds.'],
  'Start users count burst': [
    '第一级的线程数。0 表示与后面各级相同。',
    'Threads of the first step. 0 = as many as in the later steps.',
  ],
  'Start users period': ['两级之间的秒数。', 'Seconds between two steps.'],
  'Stop users count': ['结束时每次停止的线程数。', 'Threads that stop together at the end.'],
  'Stop users period': ['两次停止之间的秒数。', 'Seconds between two stops.'],
  flighttime: ['全部线程启动后保持多少秒。', 'Seconds with all threads before they are stopped.'],
  rampUp: [
    '每一级的线程在多少秒内启动。0 表示同时启动。',
    'Seconds in which the threads of a step start. 0 = at once.',
  ],
  ultimatethreadgroupdata: [
    '每行一批线程：何时开始、用多久启动、保持多久、用多久停止。各行相加就是总负载。',
    'A batch of threads per row: when it starts, how long it takes to start, to hold and to stop. The load is the sum of the rows.',
  ],
  'TransactionController.parent': [
    '打开时结果中只有事务一行，里面的请求作为子样本；关闭时请求各占一行，事务另加一行。',
    'On: the results have one row for the transaction, with its requests as sub-samples. Off: each request has a row, and the transaction one more.',
  ],
  'TransactionController.includeTimers': [
    '打开时事务时间包含定时器的等待和前后置处理器的耗时。一般关闭，只统计请求的时间。',
    'On: waits of timers and the time of processors count into the transaction. Usually off, so that it is the time of its requests.',
  ],
  'LoopController.loops': ['内容执行的次数。', 'How often the content runs.'],
  'LoopController.continue_forever': [
    'JMeter 内部使用的标记，一般保持默认。',
    'A mark that JMeter uses itself; keep the default.',
  ],
  'IfController.useExpression': [
    '打开时条件须求值为 true，例如 ${__groovy(…)} 或 ${__jexl3(…)}，速度快；关闭时按 JavaScript 执行，很慢。',
    'On: the condition must evaluate to true, for example ${__groovy(…)} or ${__jexl3(…)}, which is fast. Off: it is run as JavaScript, which is slow.',
  ],
  'IfController.evaluateAll': [
    '打开时执行每个子元件前都重新判断；关闭时只在进入时判断一次。',
    'On: the condition is evaluated before each child. Off: once, on entry.',
  ],
  'WhileController.condition': [
    '结果为 false 时结束循环，例如 ${__jexl3(${i} < 5)}。留空表示直到循环中最后一个请求失败；LAST 与留空相同，但前一个请求失败时不进入循环。',
    'The loop ends when it is false, for example ${__jexl3(${i} < 5)}. Empty = until the last request of the loop fails; LAST = the same, and the loop is not entered after a failed request.',
  ],
  'ForeachController.inputVal': [
    '依次读取 前缀_1、前缀_2 …，直到没有这样的变量。',
    'Reads prefix_1, prefix_2 and so on, until a variable does not exist.',
  ],
  'ForeachController.startIndex': [
    '从这个序号之后开始。留空表示从 1 开始。',
    'Begins after this index. Empty = with 1.',
  ],
  'ForeachController.endIndex': [
    '到这个序号为止。留空表示直到变量用完。',
    'Ends with this index. Empty = when no variable is left.',
  ],
  'ForeachController.returnVal': [
    '循环中保存当前值的变量。',
    'Variable that holds the present value inside the loop.',
  ],
  'ForeachController.useSeparator': [
    '打开时变量名形如 user_1，关闭时形如 user1。正则和 JSON 提取器产生带下划线的变量。',
    'On: variables are named like user_1. Off: like user1. Extractors create names with “_”.',
  ],
  'InterleaveControl.style': [
    '子控制器作为整体执行，或者每次只执行其中一个取样器。',
    'Whether a sub-controller runs as a whole, or one of its samplers at a time.',
  ],
  'InterleaveControl.accrossThreads': [
    '打开时所有线程共用一个次序；关闭时每个线程各自轮流。',
    'On: all threads share one order. Off: each thread has its own.',
  ],
  'ThroughputController.style': [
    '按次数：执行够给定的次数后不再执行。按百分比：执行这一比例的迭代。',
    'Total: no more than the given number. Percent: this share of the iterations.',
  ],
  'ThroughputController.perThread': [
    '打开时每个线程分别计数；关闭时所有线程合计。',
    'On: counted for each thread. Off: for all threads together.',
  ],
  'ThroughputController.maxThroughput': ['最多执行的次数。', 'The most executions.'],
  'ThroughputController.percentThroughput': [
    '执行内容的迭代所占的比例，0 到 100。',
    'Share of the iterations that run the content, from 0 to 100.',
  ],
  'RunTime.seconds': [
    '内容反复执行多少秒。正在执行的请求会做完。',
    'Seconds in which the content is repeated. A request under way is completed.',
  ],
  'SwitchController.value': [
    '执行哪个子元件：从 0 开始的序号，或名称。找不到时执行第一个。',
    'Which child runs: its number from 0, or its name. The first one if nothing matches.',
  ],
  'CriticalSectionController.lockName': [
    '同名的控制器同一时刻只有一个线程能进入，例如更新同一条记录的步骤。',
    'Only one thread at a time is inside controllers of the same name, for example where steps update one record.',
  ],
  'IncludeController.includepath': [
    '执行另一个 .jmx 文件中的测试片段。请把文件一起上传到组件。',
    'Runs the test fragment of another .jmx file. Upload that file to the component.',
  ],
  'ParameterizedController/Arguments.arguments': [
    '进入控制器时设置的变量。',
    'Variables that are set on entry to the controller.',
  ],
  Weights: [
    '每个子元件被执行的权重，例如 3 和 1 表示约 75% 和 25%。',
    'How often each child runs: weights 3 and 1 mean about 75% and 25%.',
  ],
  Random_Choice: [
    '打开时按权重随机选择；关闭时按权重轮流，比例精确。',
    'On: chosen at random by weight. Off: in turn, with exact shares.',
  ],
}
