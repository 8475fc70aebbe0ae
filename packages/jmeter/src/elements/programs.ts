/** Samplers that run programs, control the flow or show the state; and the login that several samplers share. */

import { account } from './account.ts'
import { type ElementDefinition, elementsOf, type ItemDefinition } from './element.ts'
import { argumentTable, choice, file, flag, number, text, textFlag } from './fields.ts'
import { beanShellPanel, bsf, jsr223 } from './scripts.ts'

const javaRequest: readonly ItemDefinition[] = [
  choice(
    'classname',
    '类名',
    'Class name',
    ['org.apache.jmeter.protocol.java.test.JavaTest', 'org.apache.jmeter.protocol.java.test.SleepTest'],
    { isOpen: true, absent: '' },
  ),
  argumentTable('arguments', '参数', 'Parameters'),
]

export const programsElements: readonly ElementDefinition[] = [
  ...elementsOf('sampler', [
    {
      testclass: 'TestAction',
      guiclass: 'TestActionGui',
      icon: 'timer',
      zh: '流程控制动作',
      en: 'Flow Control Action',
      items: [
        choice(
          'ActionProcessor.action',
          '动作',
          'Action',
          [
            ['1', '暂停', 'Pause'],
            ['0', '停止', 'Stop'],
            ['2', '立即停止', 'Stop now'],
            ['3', '开始下一轮线程循环', 'Start next thread loop'],
            ['4', '进入当前循环的下一次', 'Go to next iteration of current loop'],
            ['5', '跳出当前循环', 'Break current loop'],
          ],
          { type: 'int', absent: '0' },
        ),
        choice(
          'ActionProcessor.target',
          '目标',
          'Target',
          [
            ['0', '当前线程', 'Current thread'],
            ['2', '所有线程', 'All threads'],
          ],
          { type: 'int', when: { name: 'ActionProcessor.action', isOneOf: ['0', '2'] } },
        ),
        number('ActionProcessor.duration', '时长（毫秒）', 'Duration (ms)', {
          initial: '0',
          absent: '',
          when: { name: 'ActionProcessor.action', isOneOf: ['1'] },
        }),
      ],
    },
    {
      testclass: 'DebugSampler',
      icon: 'debug',
      zh: '调试取样器',
      en: 'Debug Sampler',
      items: [
        flag('displayJMeterProperties', 'JMeter 属性', 'JMeter properties'),
        flag('displayJMeterVariables', 'JMeter 变量', 'JMeter variables', { initial: 'true' }),
        flag('displaySystemProperties', '系统属性', 'System properties'),
      ],
    },
    { testclass: 'JSR223Sampler', icon: 'code', zh: 'JSR223 取样器', en: 'JSR223 Sampler', items: jsr223 },
    {
      testclass: 'BeanShellSampler',
      guiclass: 'BeanShellSamplerGui',
      icon: 'code',
      zh: 'BeanShell 取样器',
      en: 'BeanShell Sampler',
      items: beanShellPanel('BeanShellSampler'),
    },
    {
      testclass: 'BSFSampler',
      icon: 'code',
      zh: 'BSF 取样器（弃用）',
      en: 'BSF Sampler (deprecated)',
      isDeprecated: true,
      items: bsf,
    },
    {
      testclass: 'JavaSampler',
      guiclass: 'JavaTestSamplerGui',
      icon: 'code',
      zh: 'Java 请求',
      en: 'Java Request',
      items: javaRequest,
    },
    {
      testclass: 'JUnitSampler',
      guiclass: 'JUnitTestSamplerGui',
      icon: 'code',
      zh: 'JUnit 请求',
      en: 'JUnit Request',
      items: [
        textFlag('junitsampler.junit4', '查找 JUnit 4 注解', 'Search for JUnit 4 annotations'),
        text('junitsampler.pkg.filter', '包名过滤', 'Package filter'),
        text('junitSampler.classname', '类名', 'Class name'),
        text('junitsampler.constructorstring', '构造函数字符串', 'Constructor string'),
        text('junitsampler.method', '测试方法', 'Test method'),
        text('junitsampler.success', '成功消息', 'Success message', { absent: 'Test successful' }),
        text('junitsampler.success.code', '成功代码', 'Success code', { absent: '1000' }),
        text('junitsampler.failure', '失败消息', 'Failure message', { absent: 'Test failed' }),
        text('junitsampler.failure.code', '失败代码', 'Failure code', { absent: '0001' }),
        text('junitsampler.error', '错误消息', 'Error message', { absent: 'An unexpected error occurred' }),
        text('junitsampler.error.code', '错误代码', 'Error code', { absent: '9999' }),
        textFlag('junitsampler.exec.setup', '不调用 setUp 和 tearDown', 'Do not call setUp and tearDown'),
        textFlag('junitsampler.append.error', '附加断言错误', 'Append assertion errors'),
        textFlag('junitsampler.append.exception', '附加运行异常', 'Append runtime exceptions'),
        textFlag('junitsampler.createinstancepersample', '每次取样新建实例', 'New instance per sample'),
      ],
    },
    {
      testclass: 'SystemSampler',
      guiclass: 'SystemSamplerGui',
      icon: 'code',
      zh: '操作系统进程取样器',
      en: 'OS Process Sampler',
      items: [
        text('SystemSampler.command', '命令', 'Command'),
        text('SystemSampler.directory', '工作目录', 'Working directory'),
        argumentTable('SystemSampler.arguments', '命令参数', 'Command parameters'),
        argumentTable('SystemSampler.environment', '环境变量', 'Environment variables'),
        file('SystemSampler.stdin', '标准输入文件', 'Standard input file'),
        text('SystemSampler.stdout', '标准输出文件', 'Standard output file'),
        text('SystemSampler.stderr', '标准错误文件', 'Standard error file'),
        flag('SystemSampler.checkReturnCode', '检查返回码', 'Check return code', { initial: 'true' }),
        number('SystemSampler.expectedReturnCode', '期望的返回码', 'Expected return code', {
          initial: '0',
          min: -255,
        }),
        number('SystemSampler.timeout', '超时（毫秒）', 'Time-out (ms)', { type: 'long', initial: '0' }),
      ],
    },
  ]),
  ...elementsOf('config', [
    {
      testclass: 'JavaConfig',
      guiclass: 'JavaConfigGui',
      icon: 'code',
      zh: 'Java 默认请求',
      en: 'Java Request Defaults',
      items: javaRequest,
    },
    {
      testclass: 'ConfigTestElement',
      guiclass: 'LoginConfigGui',
      icon: 'key',
      zh: '登录配置元件',
      en: 'Login Config Element',
      items: account,
    },
  ]),
]
