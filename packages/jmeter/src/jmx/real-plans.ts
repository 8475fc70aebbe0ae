/** For tests with the real JMeter: small plans that it runs, and options for its fastest start. */

/** Options for the fastest start and a small memory of Java. */
export const quickJava = ['-Xms64m', '-Xmx256m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

const strings = (properties: Readonly<Record<string, string>>): string =>
  Object.entries(properties)
    .map(([name, value]) => `<stringProp name="${name}">${value}</stringProp>`)
    .join('\n')

/** An element of a plan with what is below it. */
export const element = (
  testclass: string,
  testname: string,
  properties: Readonly<Record<string, string>>,
  below = '',
): string =>
  `<${testclass} guiclass="TestBeanGUI" testclass="${testclass}" testname="${testname}" enabled="true">\n${strings(properties)}\n</${testclass}>\n<hashTree>${below}</hashTree>`

/** A GET of a path of the target; `path` may contain variables. */
export const get = (url: string, name: string, path = '/'): string =>
  element('HTTPSamplerProxy', name, {
    'HTTPSampler.protocol': 'http',
    'HTTPSampler.domain': new URL(url).hostname,
    'HTTPSampler.port': new URL(url).port,
    'HTTPSampler.path': path,
    'HTTPSampler.method': 'GET',
    'HTTPSampler.use_keepalive': 'true',
  })

/** Waits that long before each sampler of its scope. */
export const pause = (ms: number): string =>
  element('ConstantTimer', 'pause', { 'ConstantTimer.delay': `${ms}` })

/** A test plan of one thread group; loops −1 is infinite. */
export const planOfThreads = (
  threads: number,
  loops: number,
  content: string,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3">
  <hashTree>
    <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="plan" enabled="true"></TestPlan>
    <hashTree>
      <ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="users" enabled="true">
        <stringProp name="ThreadGroup.on_sample_error">continue</stringProp>
        <elementProp name="ThreadGroup.main_controller" elementType="LoopController" testclass="LoopController">
          <boolProp name="LoopController.continue_forever">false</boolProp>
          <stringProp name="LoopController.loops">${loops}</stringProp>
        </elementProp>
        <stringProp name="ThreadGroup.num_threads">${threads}</stringProp>
        <stringProp name="ThreadGroup.ramp_time">0</stringProp>
      </ThreadGroup>
      <hashTree>${content}</hashTree>
    </hashTree>
  </hashTree>
</jmeterTestPlan>
`

/** A set-up or tear-down group of one thread that executes its content once. */
const aroundGroup = (testclass: 'SetupThreadGroup' | 'PostThreadGroup', name: string, content: string) =>
  `<${testclass} guiclass="${testclass}Gui" testclass="${testclass}" testname="${name}" enabled="true">
        <elementProp name="ThreadGroup.main_controller" elementType="LoopController" testclass="LoopController">
          <boolProp name="LoopController.continue_forever">false</boolProp>
          <stringProp name="LoopController.loops">1</stringProp>
        </elementProp>
        <stringProp name="ThreadGroup.num_threads">1</stringProp>
        <stringProp name="ThreadGroup.ramp_time">0</stringProp>
      </${testclass}>
      <hashTree>${content}</hashTree>`

/** The plan with a set-up and a tear-down group, which run also when it is stopped. */
export const planAround = (plan: string, { setUp, tearDown }: { setUp: string; tearDown: string }): string =>
  plan.replace(
    '></TestPlan>\n    <hashTree>',
    `><boolProp name="TestPlan.tearDown_on_shutdown">true</boolProp></TestPlan>
    <hashTree>
      ${aroundGroup('SetupThreadGroup', 'set up', setUp)}
      ${aroundGroup('PostThreadGroup', 'tear down', tearDown)}`,
  )
