/** Help for scripts, Java, JUnit and programs. */
import type { HelpTable } from './table.ts'

export const programsHelp: HelpTable = {
  'ActionProcessor.action': [
    '执行到这里时做什么。暂停相当于思考时间。',
    'What happens here. A pause works like a think time.',
  ],
  'ActionProcessor.target': [
    '停止当前线程，还是整个测试。',
    'Whether only this thread stops, or the whole test.',
  ],
  'ActionProcessor.duration': [
    '暂停多少毫秒，可用函数产生随机值，例如 ${__Random(1000,3000)}。',
    'Length of the pause; a function makes it random, for example ${__Random(1000,3000)}.',
  ],
  displayJMeterProperties: [
    '在样本中列出 JMeter 的全部属性。',
    'Lists all properties of JMeter in the sample.',
  ],
  displayJMeterVariables: [
    '在样本中列出当前线程的全部变量，用于排查提取器。',
    'Lists all variables of the thread in the sample, for example to check extractors.',
  ],
  displaySystemProperties: [
    '在样本中列出 Java 的系统属性。',
    'Lists the system properties of Java in the sample.',
  ],
  displaySamplerProperties: [
    '在样本中列出前一个取样器的属性。',
    'Lists the properties of the sampler before.',
  ],
  scriptLanguage: [
    '压测请用 groovy：脚本编译后执行，比 BeanShell 和 JavaScript 快得多。',
    'Choose groovy for load tests: it is compiled, and much faster than BeanShell or JavaScript.',
  ],
  script: [
    '可以使用 vars、props、prev、ctx、log 等对象，用 vars.get(…) 读变量。',
    'The objects vars, props, prev, ctx and log are available; vars.get(…) reads a variable.',
  ],
  cacheKey: [
    '脚本只编译一次。脚本中直接写了 ${变量} 时不要缓存，否则一直使用第一次的值；改用 vars.get。',
    'Compiles the script once. Do not cache a script that contains ${variables}, since it keeps their first values; use vars.get.',
  ],
  'BeanShellSampler.query': [
    'BeanShell 解释执行，较慢。新脚本请用 JSR223 取样器和 groovy。',
    'BeanShell is interpreted and slow. Use a JSR223 sampler with groovy for new scripts.',
  ],
  'BeanShellSampler.parameters': [
    '脚本中以 Parameters（整体）或 bsh.args（按空格分开）读取。',
    'The script reads them as Parameters, or as bsh.args split at spaces.',
  ],
  'BeanShellSampler.resetInterpreter': [
    '每次执行前清空脚本的变量。长时间压测建议打开，避免内存增长。',
    'Forgets the variables of the script before each call. Turn it on in long tests, as memory grows otherwise.',
  ],
  resetInterpreter: [
    '每次执行前清空脚本的变量。长时间压测建议打开，避免内存增长。',
    'Forgets the variables of the script before each call. Turn it on in long tests, as memory grows otherwise.',
  ],
  'BeanShellAssertion.query': [
    '断言不通过时设置 Failure=true 和 FailureMessage。',
    'Set Failure=true and FailureMessage to fail the sample.',
  ],
  'BeanShellAssertion.parameters': [
    '脚本中以 Parameters（整体）或 bsh.args（按空格分开）读取。',
    'The script reads them as Parameters, or as bsh.args split at spaces.',
  ],
  'BeanShellAssertion.resetInterpreter': [
    '每次执行前清空脚本的变量。',
    'Forgets the variables of the script before each call.',
  ],
  classname: [
    '实现 JavaSamplerClient 的类；自己的类请打成 jar 上传到组件。',
    'Class that implements JavaSamplerClient. Upload your own as a jar to the component.',
  ],
  'arguments/Arguments.arguments': [
    '传给这个类的参数，名称由类决定。',
    'Parameters of the class, which defines their names.',
  ],
  'junitsampler.junit4': [
    '按 JUnit 4 的 @Test 注解查找测试方法；关闭时按 JUnit 3 的方法名。',
    'Finds tests by the annotation @Test of JUnit 4. Off: by method names as in JUnit 3.',
  ],
  'junitsampler.pkg.filter': [
    '只在这些包中查找测试类，用逗号分隔。',
    'Test classes are looked for in these packages only, separated by commas.',
  ],
  'junitSampler.classname': [
    '测试类的全名，其 jar 需上传到组件。',
    'Full name of the test class, whose jar belongs to the component.',
  ],
  'junitsampler.constructorstring': [
    '传给测试类构造函数的字符串，可留空。',
    'Text for the constructor of the test class; may be empty.',
  ],
  'junitsampler.method': ['要执行的测试方法。', 'Test method to run.'],
  'junitsampler.success': ['测试通过时样本的消息。', 'Message of a sample that passes.'],
  'junitsampler.success.code': ['测试通过时样本的响应代码。', 'Response code of a sample that passes.'],
  'junitsampler.failure': ['测试不通过时样本的消息。', 'Message of a sample that fails.'],
  'junitsampler.failure.code': ['测试不通过时样本的响应代码。', 'Response code of a sample that fails.'],
  'junitsampler.error': ['测试抛出异常时样本的消息。', 'Message of a sample whose test throws.'],
  'junitsampler.error.code': [
    '测试抛出异常时样本的响应代码。',
    'Response code of a sample whose test throws.',
  ],
  'junitsampler.exec.setup': [
    '只执行测试方法本身，耗时不包含 setUp 和 tearDown。',
    'Runs only the test method, without setUp and tearDown.',
  ],
  'junitsampler.append.error': [
    '把断言的错误写进失败消息。',
    'Adds errors of assertions to the failure message.',
  ],
  'junitsampler.append.exception': ['把异常写进失败消息。', 'Adds exceptions to the failure message.'],
  'junitsampler.createinstancepersample': [
    '每次取样创建新对象；关闭时每个线程共用一个。',
    'A new object for each sample. Off: one per thread.',
  ],
  'SystemSampler.command': [
    '压力机上执行的命令，只写程序名，参数写在下面。',
    'Program to run on the load machine; its parameters are below.',
  ],
  'SystemSampler.directory': [
    '命令在哪个目录中执行。留空为 JMeter 的工作目录。',
    'Directory in which the command runs. Empty = that of JMeter.',
  ],
  'SystemSampler.arguments/Arguments.arguments': [
    '按顺序传给命令，每行一个，只用“值”一列。',
    'Passed to the command in this order, one per row; only the value counts.',
  ],
  'SystemSampler.environment/Arguments.arguments': [
    '为命令增加的环境变量。',
    'Environment variables that are added for the command.',
  ],
  'SystemSampler.stdin': [
    '作为标准输入交给命令的文件。',
    'File that the command reads as its standard input.',
  ],
  'SystemSampler.stdout': [
    '把标准输出写入文件。留空时作为响应内容。',
    'File for the standard output. Empty = it becomes the response.',
  ],
  'SystemSampler.stderr': [
    '把标准错误写入文件。留空时作为响应内容。',
    'File for the standard error. Empty = it becomes the response.',
  ],
  'SystemSampler.checkReturnCode': [
    '返回码与期望不同时，样本算失败。',
    'The sample fails if the return code differs from the expected one.',
  ],
  'SystemSampler.expectedReturnCode': [
    '命令成功时的返回码，一般为 0。',
    'Return code of success, usually 0.',
  ],
  'SystemSampler.timeout': [
    '超过这个时间就结束命令。0 表示不限。',
    'The command is ended after this time. 0 = no limit.',
  ],
}
