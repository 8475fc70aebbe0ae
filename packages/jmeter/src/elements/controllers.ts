/** The test plan, fragments and logic controllers. */
import { type ElementDefinition, elementsOf } from './element.ts'
import { argumentTable, choice, file, flag, list, number, text, unendingLoops } from './fields.ts'

export const planElements: readonly ElementDefinition[] = [
  ...elementsOf('plan', [
    {
      testclass: 'TestPlan',
      guiclass: 'TestPlanGui',
      zh: '测试计划',
      en: 'Test Plan',
      items: [
        argumentTable('TestPlan.user_defined_variables', '用户定义的变量', 'User defined variables'),
        flag('TestPlan.functional_mode', '功能测试模式', 'Functional test mode'),
        flag('TestPlan.serialize_threadgroups', '依次运行各线程组', 'Run thread groups consecutively'),
        flag(
          'TestPlan.tearDown_on_shutdown',
          '主线程组停止后运行 tearDown 线程组',
          'Run tearDown groups after shutdown',
          {
            initial: 'true',
          },
        ),
        text(
          'TestPlan.user_define_classpath',
          '添加到类路径的目录或 jar',
          'Directories or jars for the class path',
          {
            hint: { zh: '多个用逗号分隔', en: 'Separated by commas' },
          },
        ),
      ],
    },
    {
      testclass: 'WorkBench',
      guiclass: 'WorkBenchGui',
      zh: '工作台',
      en: 'WorkBench',
      isDeprecated: true,
      items: [flag('WorkBench.save', '保存工作台', 'Save WorkBench', { initial: 'true' })],
    },
  ]),
  ...elementsOf('fragment', [
    {
      testclass: 'TestFragmentController',
      guiclass: 'TestFragmentControllerGui',
      zh: '测试片段',
      en: 'Test Fragment',
      startsEnabled: false,
    },
  ]),
]

const interleave = (initial = '1') =>
  choice(
    'InterleaveControl.style',
    '子控制器',
    'Sub-controllers',
    [
      ['1', '按整块执行', 'Run as blocks'],
      ['0', '逐个取样器交替', 'Interleave inside too'],
    ],
    { type: 'int', initial, absent: '0' },
  )

export const controllerElements: readonly ElementDefinition[] = elementsOf('controller', [
  {
    testclass: 'GenericController',
    guiclass: 'LogicControllerGui',
    icon: 'folder',
    zh: '简单控制器',
    en: 'Simple Controller',
  },
  {
    testclass: 'TransactionController',
    guiclass: 'TransactionControllerGui',
    icon: 'transaction',
    zh: '事务控制器',
    en: 'Transaction Controller',
    items: [
      flag('TransactionController.parent', '生成父取样结果', 'Generate parent sample'),
      flag(
        'TransactionController.includeTimers',
        '时间包含定时器和前后置处理',
        'Include timers and processors in the time',
      ),
    ],
  },
  {
    testclass: 'LoopController',
    guiclass: 'LoopControlPanel',
    icon: 'loop',
    zh: '循环控制器',
    en: 'Loop Controller',
    items: [
      number('LoopController.loops', '循环次数', 'Loops', {
        unlimited: unendingLoops,
        initial: '1',
        absent: '-1',
        min: -1,
      }),
      flag('LoopController.continue_forever', '循环次数用尽后仍继续', 'Continue beyond the loops', {
        initial: 'true',
      }),
    ],
  },
  {
    testclass: 'IfController',
    guiclass: 'IfControllerPanel',
    icon: 'branch',
    zh: '如果（If）控制器',
    en: 'If Controller',
    items: [
      text('IfController.condition', '条件', 'Condition', {
        hint: {
          zh: '变量表达式应得出 true 或 false，例如 ${__groovy(vars.get("a") == "1")}',
          en: 'An expression has to give true or false, for example ${__groovy(vars.get("a") == "1")}',
        },
      }),
      flag(
        'IfController.useExpression',
        '将条件解释为变量表达式',
        'Interpret the condition as variable expression',
        {
          initial: 'true',
          absent: 'false',
        },
      ),
      flag('IfController.evaluateAll', '对每个子项都判断条件', 'Evaluate for all children'),
    ],
  },
  {
    testclass: 'WhileController',
    guiclass: 'WhileControllerGui',
    icon: 'loop',
    zh: 'While 控制器',
    en: 'While Controller',
    items: [text('WhileController.condition', '条件（函数或变量）', 'Condition (function or variable)')],
  },
  {
    testclass: 'ForeachController',
    guiclass: 'ForeachControlPanel',
    icon: 'loop',
    zh: 'ForEach 控制器',
    en: 'ForEach Controller',
    items: [
      text('ForeachController.inputVal', '输入变量前缀', 'Input variable prefix'),
      number('ForeachController.startIndex', '起始序号（不含）', 'Start index (exclusive)'),
      number('ForeachController.endIndex', '结束序号（含）', 'End index (inclusive)'),
      text('ForeachController.returnVal', '输出变量名', 'Output variable name'),
      flag('ForeachController.useSeparator', '数字前加下划线“_”', 'Add “_” before the number', {
        initial: 'true',
      }),
    ],
  },
  {
    testclass: 'OnceOnlyController',
    guiclass: 'OnceOnlyControllerGui',
    zh: '仅一次控制器',
    en: 'Once Only Controller',
  },
  {
    testclass: 'InterleaveControl',
    guiclass: 'InterleaveControlGui',
    icon: 'random',
    zh: '交替控制器',
    en: 'Interleave Controller',
    items: [
      interleave(),
      flag('InterleaveControl.accrossThreads', '跨线程交替', 'Interleave across threads'),
    ],
  },
  {
    testclass: 'RandomController',
    guiclass: 'RandomControlGui',
    icon: 'random',
    zh: '随机控制器',
    en: 'Random Controller',
    items: [interleave()],
  },
  {
    testclass: 'RandomOrderController',
    guiclass: 'RandomOrderControllerGui',
    icon: 'random',
    zh: '随机顺序控制器',
    en: 'Random Order Controller',
  },
  {
    testclass: 'ThroughputController',
    guiclass: 'ThroughputControllerGui',
    icon: 'branch',
    zh: '吞吐量控制器',
    en: 'Throughput Controller',
    items: [
      choice(
        'ThroughputController.style',
        '基于',
        'Based on',
        [
          ['0', '总执行次数', 'Total executions'],
          ['1', '百分比执行', 'Percent executions'],
        ],
        { type: 'int' },
      ),
      flag('ThroughputController.perThread', '每个线程分别计算', 'Per user', { initial: 'true' }),
      number('ThroughputController.maxThroughput', '执行次数', 'Executions', {
        type: 'int',
        initial: '1',
        when: { name: 'ThroughputController.style', isOneOf: ['0'] },
      }),
      number('ThroughputController.percentThroughput', '百分比', 'Percent', {
        type: 'float',
        initial: '100.0',
        max: 100,
        when: { name: 'ThroughputController.style', isOneOf: ['1'] },
      }),
    ],
  },
  {
    testclass: 'RunTime',
    guiclass: 'RunTimeGui',
    icon: 'timer',
    zh: '运行时间控制器',
    en: 'Runtime Controller',
    items: [number('RunTime.seconds', '运行时间（秒）', 'Runtime (s)', { initial: '1', absent: '0' })],
  },
  {
    testclass: 'SwitchController',
    guiclass: 'SwitchControllerGui',
    icon: 'branch',
    zh: 'Switch 控制器',
    en: 'Switch Controller',
    items: [text('SwitchController.value', '序号或名称', 'Number or name of the child')],
  },
  {
    testclass: 'CriticalSectionController',
    guiclass: 'CriticalSectionControllerGui',
    icon: 'key',
    zh: '临界部分控制器',
    en: 'Critical Section Controller',
    items: [
      text('CriticalSectionController.lockName', '锁名称', 'Lock name', {
        initial: 'global_lock',
        absent: '',
      }),
    ],
  },
  {
    testclass: 'IncludeController',
    guiclass: 'IncludeControllerGui',
    icon: 'include',
    zh: 'Include 控制器',
    en: 'Include Controller',
    items: [file('IncludeController.includepath', '包含的计划文件', 'Plan file to include')],
  },
  {
    testclass: 'ModuleController',
    guiclass: 'ModuleControllerGui',
    icon: 'include',
    zh: '模块控制器',
    en: 'Module Controller',
    items: [
      list('ModuleController.node_path', '所执行模块的路径', 'Path of the module to run', {
        hint: {
          zh: '从测试计划起逐级写出元素名称',
          en: 'Names of the elements from the test plan down',
        },
      }),
    ],
  },
  {
    testclass: 'RecordingController',
    guiclass: 'RecordController',
    icon: 'folder',
    zh: '录制控制器',
    en: 'Recording Controller',
  },
])
