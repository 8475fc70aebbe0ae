/** Which files a plan reads. */
import { readPlan } from '@pone/jmeter/jmx/plan.ts'
import { expect, it } from 'vitest'
import { fileUses } from './file-use.ts'

const plan = (inner: string) => {
  const read = readPlan(`<jmeterTestPlan><hashTree>${inner}</hashTree></jmeterTestPlan>`)
  if (!read.ok) throw new Error(read.problem.code)
  return read.plan
}
const csv = (path: string) =>
  `<CSVDataSet guiclass="TestBeanGUI" testclass="CSVDataSet"><stringProp name="filename">${path}</stringProp></CSVDataSet><hashTree/>`

it.each([
  ['a plain name', csv('users.csv'), ['users.csv']],
  ['a path of Windows', csv('C:\\data\\users.csv'), ['users.csv']],
  ['a path of Unix', csv('/home/me/users.csv'), ['users.csv']],
  ['a name that is computed', csv('$' + '{folder}/users.csv'), []],
  ['no name', csv(''), []],
  [
    'files to upload',
    `<HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy">
       <elementProp name="HTTPsampler.Files" elementType="HTTPFileArgs">
         <collectionProp name="HTTPFileArgs.files">
           <elementProp name="a.png" elementType="HTTPFileArg"><stringProp name="File.path">img/a.png</stringProp></elementProp>
         </collectionProp>
       </elementProp>
     </HTTPSamplerProxy><hashTree/>`,
    ['a.png'],
  ],
  [
    'jars of the class path',
    '<TestPlan guiclass="TestPlanGui" testclass="TestPlan"><stringProp name="TestPlan.user_define_classpath">lib/a.jar,classes</stringProp></TestPlan><hashTree/>',
    ['a.jar'],
  ],
  [
    'what a listener writes',
    '<ResultCollector guiclass="ViewResultsFullVisualizer" testclass="ResultCollector"><stringProp name="filename">out.jtl</stringProp></ResultCollector><hashTree/>',
    [],
  ],
])('finds the files of %s', (_what, xml, names) => {
  expect(fileUses(plan(xml)).map(use => use.name)).toEqual(names)
})
