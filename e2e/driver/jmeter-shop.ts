/**
 * A test plan of the demo shop as JMeter saves it: buyers from a csv file, each used once, in a transaction with a
 * request that is named after its row.
 */

export interface ShopPlan {
  /** Address of the shop. */
  readonly address: string
  /** Name of the JMeter property whose value labels the requests in the shop's counters. */
  readonly runProperty: string
}

const samplerEnd = `
            <boolProp name="HTTPSampler.follow_redirects">true</boolProp>
            <boolProp name="HTTPSampler.use_keepalive">true</boolProp>`

/**
 * Its list of goods requests an address that the shop does not have; each buyer who signs in is written to JMeter's
 * log.
 */
// oxlint-disable-next-line max-lines-per-function -- one text, the plan as JMeter saves it
export function shopJmx({ address, runProperty }: ShopPlan): string {
  const { hostname, port } = new URL(address)
  return `<?xml version="1.0" encoding="UTF-8"?>
<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3">
  <hashTree>
    <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="商城双机">
      <boolProp name="TestPlan.functional_mode">false</boolProp>
    </TestPlan>
    <hashTree>
      <ConfigTestElement guiclass="HttpDefaultsGui" testclass="ConfigTestElement" testname="HTTP 请求默认值">
        <stringProp name="HTTPSampler.domain">${hostname}</stringProp>
        <stringProp name="HTTPSampler.port">${port}</stringProp>
        <stringProp name="HTTPSampler.protocol">http</stringProp>
      </ConfigTestElement>
      <hashTree/>
      <HeaderManager guiclass="HeaderPanel" testclass="HeaderManager" testname="HTTP 请求头">
        <collectionProp name="HeaderManager.headers">
          <elementProp name="" elementType="Header">
            <stringProp name="Header.name">Content-Type</stringProp>
            <stringProp name="Header.value">application/json</stringProp>
          </elementProp>
          <elementProp name="" elementType="Header">
            <stringProp name="Header.name">x-pone-run</stringProp>
            <stringProp name="Header.value">\${__P(${runProperty},jmeter-trial)}</stringProp>
          </elementProp>
        </collectionProp>
      </HeaderManager>
      <hashTree/>
      <CSVDataSet guiclass="TestBeanGUI" testclass="CSVDataSet" testname="买家">
        <stringProp name="filename">D:\\data\\${buyersFile}</stringProp>
        <stringProp name="fileEncoding">UTF-8</stringProp>
        <stringProp name="variableNames">buyer,goods</stringProp>
        <boolProp name="ignoreFirstLine">false</boolProp>
        <stringProp name="delimiter">,</stringProp>
        <boolProp name="quotedData">false</boolProp>
        <boolProp name="recycle">false</boolProp>
        <boolProp name="stopThread">true</boolProp>
        <stringProp name="shareMode">shareMode.all</stringProp>
      </CSVDataSet>
      <hashTree/>
      <ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="买家线程组">
        <intProp name="ThreadGroup.num_threads">1</intProp>
        <intProp name="ThreadGroup.ramp_time">0</intProp>
        <boolProp name="ThreadGroup.same_user_on_next_iteration">true</boolProp>
        <stringProp name="ThreadGroup.on_sample_error">continue</stringProp>
        <elementProp name="ThreadGroup.main_controller" elementType="LoopController" guiclass="LoopControlPanel" testclass="LoopController">
          <stringProp name="LoopController.loops">1</stringProp>
          <boolProp name="LoopController.continue_forever">false</boolProp>
        </elementProp>
      </ThreadGroup>
      <hashTree>
        <TransactionController guiclass="TransactionControllerGui" testclass="TransactionController" testname="购物">
          <boolProp name="TransactionController.includeTimers">false</boolProp>
          <boolProp name="TransactionController.parent">false</boolProp>
        </TransactionController>
        <hashTree>
          <HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="登录">
            <stringProp name="HTTPSampler.path">/api/sign-in</stringProp>
            <stringProp name="HTTPSampler.method">POST</stringProp>
            <boolProp name="HTTPSampler.postBodyRaw">true</boolProp>
            <elementProp name="HTTPsampler.Arguments" elementType="Arguments">
              <collectionProp name="Arguments.arguments">
                <elementProp name="" elementType="HTTPArgument">
                  <boolProp name="HTTPArgument.always_encode">false</boolProp>
                  <stringProp name="Argument.value">{&quot;account&quot;:&quot;\${__log(\${buyer},WARN)}&quot;,&quot;password&quot;:&quot;shop&quot;}</stringProp>
                  <stringProp name="Argument.metadata">=</stringProp>
                </elementProp>
              </collectionProp>
            </elementProp>${samplerEnd}
          </HTTPSamplerProxy>
          <hashTree/>
          <HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="商品列表">
            <stringProp name="HTTPSampler.path">/goods</stringProp>
            <stringProp name="HTTPSampler.method">GET</stringProp>${samplerEnd}
          </HTTPSamplerProxy>
          <hashTree/>
          <HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="商品 \${goods}">
            <stringProp name="HTTPSampler.path">/api/goods/\${goods}</stringProp>
            <stringProp name="HTTPSampler.method">GET</stringProp>${samplerEnd}
          </HTTPSamplerProxy>
          <hashTree/>
        </hashTree>
        <ConstantTimer guiclass="ConstantTimerGui" testclass="ConstantTimer" testname="思考时间">
          <stringProp name="ConstantTimer.delay">\${__P(shop.thinkMs,150)}</stringProp>
        </ConstantTimer>
        <hashTree/>
      </hashTree>
    </hashTree>
  </hashTree>
</jmeterTestPlan>
`
}

/** Name of the file that the plan reads. */
export const buyersFile = 'buyers.csv'
/** Requests that the plan sends for each row. */
export const requestsPerBuyer = 3
/** An id that no goods of the shop have. */
export const missingGoods = '999'

/** A row per buyer with one of three goods; every twelfth row names goods that do not exist. */
export function buyersCsv(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const goods = index % 12 === 11 ? missingGoods : String((index % 3) + 1)
    return `buyer${String(index).padStart(4, '0')},${goods}`
  })
  return `${rows.join('\n')}\n`
}
