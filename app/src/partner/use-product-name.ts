import { listedProducts } from '../products.ts';
import { useLanguage } from '../text/language.tsx';

/** Products as their own lists name them. */
export function useProductName(): (name: string) => string {
  const { language } = useLanguage();
  return (name) => {
    const product = listedProducts.find((each) => each.name === name);
    return (product?.menuTitleIn ?? product?.titleIn)?.(language) ?? name;
  };
}
