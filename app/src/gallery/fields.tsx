import { Field, FieldAction, FieldSign } from '../ui/fields/field.tsx';
import { NumberField } from '../ui/fields/number-field.tsx';
import { PasswordField } from '../ui/fields/password-field.tsx';
import { PhoneField } from '../ui/fields/phone-field.tsx';
import { SearchField } from '../ui/fields/search-field.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { Exhibit } from './exhibit.tsx';
import { useTyped } from './use-typed.ts';

export function Fields() {
  return (
    <Exhibit title="입력">
      <div className="gallery__pair">
        <Texts />
        <Numbers />
        <Choices />
      </div>
      <div className="gallery__plane">
        <p className="text-micro">시트 위</p>
        <OnSheet />
      </div>
      <Search />
    </Exhibit>
  );
}

function Texts() {
  const words = { show: '비밀번호 보기', hide: '비밀번호 숨기기' };
  return (
    <>
      <TextField
        label="계좌번호"
        name="account"
        pattern="digitsAndHyphen"
        {...useTyped('110-000-000000')}
        action={<FieldAction label="복사" icon="copy" onPress={() => {}} />}
      />
      <TextField label="아이디" name="empty" pattern="username" {...useTyped('')} hint="영문과 숫자 4~20자" />
      <TextField
        label="아이디"
        name="username"
        pattern="username"
        {...useTyped('maru1')}
        ok="사용할 수 있는 아이디입니다."
        action={<FieldSign name="check" />}
      />
      <PasswordField
        label="비밀번호"
        name="password"
        autoComplete="new-password"
        words={words}
        {...useTyped('maru-1234')}
        error="비밀번호가 맞지 않습니다."
      />
      <Field label="예금주" name="holder" value="김마루" onChange={() => {}} locked />
    </>
  );
}

function Numbers() {
  return (
    <>
      <NumberField label="금액" name="amount" precision={0} {...useTyped('1000000')} />
      <NumberField
        label="출금 금액"
        name="withdraw"
        precision={0}
        {...useTyped('15000000')}
        error="보유금액을 초과합니다."
      />
      <NumberField
        label="주문 가격"
        name="price"
        precision={1}
        isPadded
        unit="USDT"
        {...useTyped('97000')}
        reserve
      />
      <PhoneField label="휴대폰 번호" name="phone" {...useTyped('01012345678')} />
    </>
  );
}

function Choices() {
  const options = [
    { value: 'kookmin', label: '국민은행' },
    { value: 'shinhan', label: '신한은행' },
  ];
  return (
    <>
      <SelectField label="은행" name="bank" options={options} {...useTyped('kookmin')} />
      <SelectField label="은행" name="no-bank" options={options} {...useTyped('')} />
      <SelectField
        label="은행"
        name="locked-bank"
        options={options}
        value="shinhan"
        onChange={() => {}}
        locked
      />
    </>
  );
}

function OnSheet() {
  return (
    <>
      <NumberField
        label="주문 가격"
        name="sheet-price"
        precision={2}
        isPadded
        surface="sheet"
        {...useTyped('25412.75')}
      />
      <Field label="예금주" name="sheet-holder" {...useTyped('')} surface="sheet" />
      <Field label="예금주" name="sheet-locked" value="김마루" onChange={() => {}} surface="sheet" locked />
    </>
  );
}

/** Only one of them on a page: it is a landmark. When empty, it shows its placeholder. */
function Search() {
  return (
    <SearchField
      label="종목 검색"
      words={{ clear: '지우기' }}
      placeholder="이름, 코드, 초성"
      {...useTyped('MNQ')}
    />
  );
}
