import { useState } from 'react';
import { Field, FieldAction, FieldSign } from '../ui/fields/field.tsx';
import { NumberField } from '../ui/fields/number-field.tsx';
import { PasswordField } from '../ui/fields/password-field.tsx';
import { PhoneField } from '../ui/fields/phone-field.tsx';
import { SearchField } from '../ui/fields/search-field.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { Exhibit } from './exhibit.tsx';
import { useWords } from './words.ts';

export function Fields() {
  const { fields, sections } = useWords();
  return (
    <Exhibit title={sections.fields}>
      <div className="gallery__pair">
        <Texts />
        <Numbers />
        <Choices />
      </div>
      <div className="gallery__plane">
        <p className="gallery__plane-name">{fields.onSheet}</p>
        <OnSheet />
      </div>
      <Search />
    </Exhibit>
  );
}

function Texts() {
  const { fields, buttons } = useWords();
  const [account, setAccount] = useState('110-000-000000');
  const [name, setName] = useState('maru1');
  const [empty, setEmpty] = useState('');
  const [password, setPassword] = useState('maru-1234');
  const words = { show: fields.show, hide: fields.hide };
  return (
    <>
      <TextField
        label={fields.account}
        name="account"
        pattern="digitsAndHyphen"
        value={account}
        onChange={setAccount}
        action={<FieldAction label={buttons.copy} icon="copy" onPress={() => {}} />}
      />
      <TextField
        label={fields.username}
        name="empty"
        pattern="username"
        value={empty}
        onChange={setEmpty}
        hint={fields.usernameHint}
      />
      <TextField
        label={fields.username}
        name="username"
        pattern="username"
        value={name}
        onChange={setName}
        ok={fields.usernameOk}
        action={<FieldSign name="check" />}
      />
      <PasswordField
        label={fields.password}
        name="password"
        autoComplete="new-password"
        words={words}
        value={password}
        onChange={setPassword}
        error={fields.wrong}
      />
      <Field label={fields.holder} name="holder" value={fields.holderName} onChange={() => {}} locked />
    </>
  );
}

function Numbers() {
  const { fields } = useWords();
  const [amount, setAmount] = useState('1000000');
  const [tooMuch, setTooMuch] = useState('15000000');
  const [price, setPrice] = useState('97000');
  const [phone, setPhone] = useState('01012345678');
  return (
    <>
      <NumberField label={fields.amount} name="amount" precision={0} value={amount} onChange={setAmount} />
      <NumberField
        label={fields.withdraw}
        name="withdraw"
        precision={0}
        value={tooMuch}
        onChange={setTooMuch}
        error={fields.tooMuch}
      />
      <NumberField
        label={fields.price}
        name="price"
        precision={1}
        isPadded
        unit="USDT"
        value={price}
        onChange={setPrice}
        reserve
      />
      <PhoneField label={fields.phone} name="phone" value={phone} onChange={setPhone} />
    </>
  );
}

function Choices() {
  const { fields } = useWords();
  const [bank, setBank] = useState('kookmin');
  const [none, setNone] = useState('');
  const options = [
    { value: 'kookmin', label: fields.banks.kookmin },
    { value: 'shinhan', label: fields.banks.shinhan },
  ];
  return (
    <>
      <SelectField label={fields.bank} name="bank" options={options} value={bank} onChange={setBank} />
      <SelectField label={fields.bank} name="no-bank" options={options} value={none} onChange={setNone} />
      <SelectField
        label={fields.bank}
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
  const { fields } = useWords();
  const [price, setPrice] = useState('25412.75');
  const [empty, setEmpty] = useState('');
  return (
    <>
      <NumberField
        label={fields.price}
        name="sheet-price"
        precision={2}
        isPadded
        surface="sheet"
        value={price}
        onChange={setPrice}
      />
      <Field label={fields.holder} name="sheet-holder" value={empty} onChange={setEmpty} surface="sheet" />
      <Field
        label={fields.holder}
        name="sheet-locked"
        value={fields.holderName}
        onChange={() => {}}
        surface="sheet"
        locked
      />
    </>
  );
}

/** Only one of them on a page: it is a landmark. Emptied, it shows what it looks for. */
function Search() {
  const { fields } = useWords();
  const [sought, setSought] = useState('MNQ');
  return (
    <SearchField
      label={fields.search}
      words={{ clear: fields.clear }}
      placeholder={fields.searchHint}
      value={sought}
      onChange={setSought}
    />
  );
}
