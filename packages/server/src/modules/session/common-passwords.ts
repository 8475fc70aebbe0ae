/** Detects passwords that are guessed first: common words and keyboard sequences, with digits and special characters around them, and letters replaced by digits. The list is our own. */

/** Digits and special characters that replace letters. */
const spellings: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
}

const words = `
abc abcd abcde abcdef abcdefg access account adidas adm admin administrator admins agent alex alexander
alibaba alipay allen amanda amazon america andrea andrew android angel angela anhui anthony apache apple april arsenal
ashley asia august austin autumn baby babygirl backup bailey baidu banana bank barcelona baseball basketball batman
beijing harness benchmark bigdata biteme bitch blahblah blink boss buster butterfly bytedance changeme changeit changshu
charlie cheese chelsea chen chengdu chicken china chinese chocolate chongqing cisco client cloud cloudera company
computer connect console cookie corvette customer daniel dallas database david debug december default dell demo demouser
deploy dev develop developer devops diamond docker donald dragon dubbo eagle elastic elasticsearch elephant email
enter eric fabric family february ferrari finance flower football forever forgot freedom friday friend friends fuckme
fuckyou fujian gansu gateway george gfhjkm ginger github gitlab google grafana guest guangdong guangxi guangzhou guizhou
hacker hadoop hainan hallo hangzhou hannah harbor harley hebei heilongjiang hello helloworld helpme henan
hive hockey hongkong huang huawei hubei hunan hunter iamroot iloveu iloveyou india internet jack jackson jaguar james
january jasmine jason java jboss jenkins jennifer jessica jiang jiangsu jiangxi jilin jmeter john jordan joshua july june
justin kafka killer kobe kubernetes lakers letmein liang liaoning li lin linux lisa liu liverpool loadtest login london
love loveme lovely loveyou lucky maggie magic manage manager mariadb marina mark market martin master matrix matthew
maven maverick meituan mercedes merlin michael michelle microsoft mickey minio mobile monday mongo mongodb monitor monkey
monkeys mother mustang mypass mypassword mysql nacos naruto neimenggu network newpass newpassword nginx nicole ningbo
ningxia nokia november nothing october office openapi openssl oracle orange owner pa pass passw passwd password passwords
passwort patrick pepper performance person phoenix ping player pokemon pone postgres postgresql power prince princess
private product production profile prometheus public purple python qaz qazwsx qazwsxedc qinghai qq q qw qwe qwer qwert
qwerty qwertyu qwertyui qwertyuiop qweasd qweasdzxc qwaszx rabbit rabbitmq rachel ranger redhat redis release robert
root rootme rocketmq samantha samsung saturday school sec secret secrets secure security september server service
shadow shaanxi shandong shanghai shanxi shenzhen sichuan silver simple soccer solo sonar spring sql sqlserver staff
starwars steven student summer sunday sunshine super superadmin superman superuser supervisor support suzhou switch sys
sysadmin sysdba system taobao teacher team temp temppass tempuser tencent tennis test tester testing testpass testtest
testuser thomas thunder thursday tianjin tiger tigger tomcat toor toyota trustno trustnoone tuesday ubuntu undefined
unknown update upload user username users usera vagrant vmware wang web weblogic webmaster webadmin wechat wednesday
weixin welcome welcomeback whatever wilson windows winner winter woaini woaiwojia wodemima work worker world wuhan
wuxi xiamen xian xiaomi xiaoming xinjiang xizang yahoo yamaha yang yankees yunnan zaq zaqxsw zhang zhangsan zhao
zhejiang zhengzhou zhou zookeeper zxc zxcv zxcvb zxcvbn zxcvbnm asd asdf asdfg asdfgh asdfghjk asdfghjkl asdasd
nimda drowssap ytrewq tset resu mima mimashi nihao woaini tamade caonima aini buzhidao
`
const common: ReadonlySet<string> = new Set(words.split(/\s+/).filter(word => word !== ''))

/** Complete passwords, lower case, that contain no word. */
const walks: ReadonlySet<string> = new Set(
  `1qaz@wsx 1qaz!qaz 1qazxsw@ !qaz2wsx !qaz1qaz 1q2w3e4r! 1q2w3e4r@ 1q2w3e4r# 1q2w3e! 1q2w3e4r5t! q1w2e3r4! q1w2e3r4@
  1q2w3e4r. zaq1@wsx zaq!2wsx zaq12wsx! 1a2b3c! a1b2c3! a1b2c3d4! a1s2d3f4! 1a2s3d4f! qa1!ws2@ xsw2@zaq1 2wsx#edc
  2wsx@wsx 3edc$rfv #edc4rfv @wsx3edc 1qaz#edc q1!w2@e3# 1q!2w@3e# p@ssw0rd1 52woaini! 5201314a! 1314520a! wo5201314!
  woaini1314! a5201314! qq123456! r00t@123 i10veyou! il0veyou!`
    .split(/\s+/)
    .filter(walk => walk !== ''),
)

/** The rest without leading and trailing digits and special characters: `Zhang.San1!` → `zhang.san`. */
export const passwordStem = (password: string): string =>
  password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, '')

/** Whether a password-guessing program would try it early. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const stem = passwordStem(lower)
  // `@dmin1` and `$ecret1` start with a replaced letter.
  const spelledStart = lower.replace(/[^a-z]+$/, '').replace(/^[^a-z@$]+/, '')
  const readings = [stem, unspelled(stem), unspelled(spelledStart)]
  if (walks.has(lower) || readings.some(isWord)) return true
  return /^(.)\1*$/.test(stem) && isPlainNumber(lower.replace(/\D/g, ''))
}

const unspelled = (text: string): string =>
  text.replace(/[^a-z]/g, character => spellings[character] ?? character)

/** A word, or a repeated one. */
function isWord(reading: string): boolean {
  const half = reading.slice(0, reading.length / 2)
  return common.has(reading) || (half + half === reading && common.has(half))
}

const knownNumbers = /^(520|1314|5201314|1314520|521|123123|112233|111222|147258|159357|147258369)$/

/** One repeated digit, consecutive digits, or a number that stands for words. */
function isPlainNumber(digits: string): boolean {
  const steps = digits
    .slice(1)
    .split('')
    .map((digit, index) => Number(digit) - Number(digits[index]))
  const isRow = [0, 1, -1].some(step => steps.every(each => each === step || each === step - 10 * step))
  return isRow || knownNumbers.test(digits)
}
