// Passwords of eight characters and more that lead every list of leaked ones, and Korean keyboard favourites.
// Shorter ones are refused by length already. All lower case: the check folds capitals.

const WORDS = `
password password1 password12 password123 password1234 password12345 password! password1! password01 password2
password3 password7 password9 password11 password99 passw0rd passw0rd1 p@ssw0rd p@ssword p@ssword1 p@55w0rd pa55word
pa$$word pass1234 pass12345 passpass passport password0 password00 password10 password21 password22 mypassword
yourpassword thepassword newpassword changeme changeme1 changeme123 letmein1 letmein12 letmein123 welcome1 welcome12
welcome123 welcome1234 welcome2 iloveyou iloveyou1 iloveyou2 iloveyou12 iloveyou123 iloveyou! loveyou1 iloveu12
12345678 123456789 1234567890 12345678910 0123456789 87654321 987654321 0987654321 11111111 111111111 1111111111
00000000 000000000 0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999 12341234
123412341234 12121212 11112222 11223344 1122334455 112233445566 11221122 12344321 123454321 1234554321 123321123
12312312 123123123 1231231234 123456123 123456789a 123456789q 123456789z 12345678a 12345678q 1234567a 1234567q
1234qwer 1234asdf 1234abcd 12345qwert 123456qwe 123456abc 123qweasd 123qweasdzxc 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y
1q2w3e4r! 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz@wsx 1qaz!qaz q1w2e3r4 q1w2e3r4t5 qwer1234 qwer12345 qwer1234! qwerqwer
qwert123 qwert1234 qwert12345 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty1! qwertyui qwertyuio
qwertyuiop qwertyuiop1 qwe123qwe qweasdzxc qweasd123 qweqweqwe qazwsxedc qazwsx123 qazqazqaz zaq12wsx zaq1zaq1 zaq1xsw2
zxcvbnm1 zxcvbnm123 zxcvbnm, zxcvzxcv zxcv1234 zxcvasdf asdf1234 asdfasdf asdfghjk asdfghjkl asdfghjkl1 asdf12345
asdfqwer asdfzxcv asd123asd asdasdasd asdqwe123 abcd1234 abcd12345 abcd1234! abcdefgh abcdefg1 abcdefg123 abc12345
abc123456 abc123456789 abc123abc abc123123 abcabc123 abcdabcd aabbccdd aaaaaaaa aaaaaaaaa aaaaaaaaaa a1234567 a12345678
a123456789 a1b2c3d4 a1b2c3d4e5 a1s2d3f4 aa123456 aa12345678 aa112233 aaa123456 q1234567 q12345678 q123456789 z1234567
zz123456 qq123456 ab123456 admin123 admin1234 admin12345 admin123456 adminadmin admin@123 administrator root1234
rootroot rootpass toor1234 test1234 test12345 testtest test123456 testing1 testing123 tester123 guest123 guest1234
user1234 user12345 useruser demo1234 demodemo default1 secret12 secret123 secret1234 mysecret topsecret master12
master123 master1234 login123 login1234 system123 server123 oracle123 manager1 manager123 operator operator1
football football1 football12 baseball baseball1 basketball softball superman superman1 batman123 spiderman
starwars starwars1 pokemon1 pokemon123 minecraft minecraft1 fortnite roblox123 nintendo playstation xbox3600
princess princess1 princess12 sunshine sunshine1 sunshine12 chocolate chocolate1 butterfly butterfly1 blink182
linkinpark metallica slipknot nirvana1 eminem123 michael1 michelle jennifer jennifer1 jessica1 jonathan samantha
elizabeth alexander alexandra charlotte christian christopher stephanie victoria victoria1 danielle patrick1 nicholas
benjamin gabriel1 daniel123 anthony1 andrew123 robert123 thomas123 charlie1 charlie123 jordan23 jordan123 ashley123
whatever whatever1 computer computer1 internet internet1 letmeinn trustno1 trustnoone dragon12 dragon123 monkey12
monkey123 shadow12 shadow123 killer123 hunter12 hunter123 mustang1 corvette mercedes ferrari1 porsche1 harley12
freedom1 liberty1 america1 american canada12 australia germany1 scotland liverpool liverpool1 chelsea1 chelsea123
arsenal1 arsenal123 manchester manutd123 barcelona barcelona1 realmadrid juventus cowboys1 steelers yankees1 lakers24
samsung1 samsung123 galaxy123 iphone123 android1 google123 facebook facebook1 instagram twitter1 youtube1 linkedin
microsoft windows1 windows10 bitcoin1 bitcoin123 ethereum crypto123 trading1 trading123 trader123 binance1 binance123
money123 money1234 millionaire lucky777 lucky7777 7777777777 happy123 happy1234 hello123 hello1234 hellohello
goodluck goodluck1 iamgod123 godisgood jesus123 jesuschrist blessed1 faith123 family123 forever1 forever21 babygirl
babygirl1 babyboy1 lovelove lovely12 loveme123 mylove12 mylove123 sweetheart honey123 angel123 flower123 summer123
summer2024 summer2025 summer2026 winter123 winter2024 winter2025 winter2026 spring2024 spring2025 spring2026
january1 february september september1 october1 november november1 december december1 saturday wednesday
korea123 korea1234 koreakorea seoul123 seoul1234 daehan12 daehanminguk maru1234 marumaru maru12345 maru123456
dkssudgktpdy rkskekfk rkskekfkak qlalfqjsgh qlalfqjsgh1 qlqjs1234 tkfkdgo1 tkfkdgo12 tkfkdgo123 tkfkdgo1234
tkfkdgo486 wjdakf12 gksrnr12 gkrtod12 alsrn123 qkqh1234 wkrdjq12 ghkdlxld ghkdlxld1 tjdrhd12 sarang123 sarang1004
saranghae saranghae1 saranghe1 angel1004 a1004100 10041004 love1004 happy1004 1004love 82828282 79797979 45674567
48694869 18181818 20002000 19191919 20202020 20242024 20252025 20262026 13131313 14141414 15151515 10101010
01012345678 0101234567 01011112222 01000000000 147258369 1472583690 147852369 159357456 159753456 963852741 741852963
789456123 456789123 321654987 135792468 1357924680 246813579 2468101214 31415926 314159265 3141592654 27182818
`;

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  WORDS.split(/\s+/).filter((word) => word !== ''),
);
